// Single WebP pictures, or parts of them, as one animated WebP: a container of chunks (RIFF), each picture's own data inside an ANMF.
// https://developers.google.com/speed/webp/docs/riff_container

/** @param parts { x, y, width, height, webp }: where each is drawn over the last, x and y even; `milliseconds` each, the last longer */
export function animatedWebp({ width, height, milliseconds, last }, parts) {
  const head = Buffer.alloc(10);
  head[0] = 0x02; // has an animation
  head.writeUIntLE(width - 1, 4, 3);
  head.writeUIntLE(height - 1, 7, 3);
  const animation = Buffer.alloc(6); // background of no colour, for ever
  const frames = parts.map((part, k) => frame(part, k === parts.length - 1 ? last : milliseconds));
  const body = Buffer.concat([Buffer.from('WEBP'), chunk('VP8X', head), chunk('ANIM', animation), ...frames]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from('RIFF'), size, body]);
}

function frame({ x, y, width, height, webp }, milliseconds) {
  const place = Buffer.alloc(16);
  place.writeUIntLE(x / 2, 0, 3);
  place.writeUIntLE(y / 2, 3, 3);
  place.writeUIntLE(width - 1, 6, 3);
  place.writeUIntLE(height - 1, 9, 3);
  place.writeUIntLE(milliseconds, 12, 3);
  place[15] = 0x02; // drawn over the last without mixing
  return chunk('ANMF', Buffer.concat([place, ...pictureChunks(webp)]));
}

/** The chunks of a single picture that hold its pixels. */
function pictureChunks(webp) {
  const kept = [];
  for (let at = 12; at + 8 <= webp.length; ) {
    const length = webp.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    if (['VP8 ', 'VP8L', 'ALPH'].includes(webp.toString('latin1', at, at + 4))) kept.push(webp.subarray(at, end));
    at = end;
  }
  if (kept.length === 0) throw new Error('expected a WebP picture, found none');
  return kept;
}

function chunk(name, content) {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(name), size, content, Buffer.alloc(content.length % 2)]);
}
