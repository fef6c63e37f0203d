/** A capsule: the studio in one HTML file, with a moment inside that is run again when it is opened. */

/** Where the moment goes. */
const PLACE = /<script type="application\/json" id="moment">[^<]*<\/script>/;
let own: string | undefined;

/** A capsule is its own model. */
export function keepCapsule(page: string): void {
  own = page;
}

/** @throws Error with a sentence if the page that it is made from cannot be had */
export async function capsuleOf(moment: string): Promise<string> {
  const page = own ?? (await emptyCapsule());
  if (!PLACE.test(page)) throw new Error('The studio has no capsule to fill: its capsule.html is of another version.');
  const held = moment.replaceAll('<', '\\u003c'); // so that no text can end the element that holds it
  return page.replace(PLACE, () => `<script type="application/json" id="moment">${held}</script>`);
}

async function emptyCapsule(): Promise<string> {
  try {
    const response = await fetch('./capsule.html');
    if (response.ok) return await response.text();
  } catch {}
  throw new Error('The studio has no capsule to fill: capsule.html is not beside it. Is its server still there?');
}
