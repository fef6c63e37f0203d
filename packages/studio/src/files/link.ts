/** A moment as the last part of an address: compressed, in letters that addresses keep. */

/** Before the letters; the number is the version of the packing. */
const MARK = 'm=1.';

/** `#m=1....`, to be put behind the studio's address. @param text a moment */
export async function momentFragment(text: string): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return `#${MARK}${btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** @returns the text of the moment; undefined if the fragment carries none @throws Error with a sentence */
export async function readMomentFragment(fragment: string, most = MOST_TEXT): Promise<string | undefined> {
  const inside = fragment.replace(/^#/, '');
  const [, version, letters] = /^m=(\d*)\.?(.*)$/s.exec(inside) ?? [];
  if (letters === undefined) return undefined;
  if (version !== '1')
    throw new Error(`the link: expected version 1, found ${version || 'none'}; a newer studio opens it`);
  if (letters.length > MOST_LETTERS)
    throw new Error(`the link: expected at most ${MOST_LETTERS} letters, found ${letters.length}`);
  if (!/^[\w-]*$/.test(letters)) throw new Error('the link: expected letters, digits, - and _, found others');
  return unpacked(bytesOf(letters), most);
}
const MOST_LETTERS = 4e6;
const MOST_TEXT = 32e6;

function bytesOf(letters: string): Uint8Array<ArrayBuffer> {
  try {
    const raw = atob(letters.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(raw, (letter) => letter.charCodeAt(0));
  } catch {
    throw new Error('the link is cut off or changed: its letters are no whole bytes');
  }
}

/** Stops as soon as there is more than a moment has: a few bytes can unpack to gigabytes. */
async function unpacked(bytes: Uint8Array<ArrayBuffer>, most: number): Promise<string> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      text += decoder.decode(value, { stream: true });
      if (text.length > most) break;
    }
  } catch {
    throw new Error('the link is cut off or changed: it cannot be unpacked');
  }
  await reader.cancel();
  throw new Error(`the link: expected a moment of at most ${most} letters, found more`);
}
