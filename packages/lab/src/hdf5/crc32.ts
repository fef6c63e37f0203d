/** The checksum of zip and PNG, as `crc32` of node:zlib computes it. */
const TABLE = Uint32Array.from({ length: 256 }, (_, k) => {
  let c = k;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

/** @param before the checksum of what comes before these bytes */
export function crc32(bytes: Uint8Array, before = 0): number {
  let c = ~before;
  for (let k = 0; k < bytes.length; k++) c = TABLE[(c ^ bytes[k]!) & 255]! ^ (c >>> 8);
  return ~c >>> 0;
}
