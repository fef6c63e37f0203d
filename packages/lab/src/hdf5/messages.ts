/**
 * The metadata of an HDF5 file as bytes: object headers of version 2 and their messages, superblock, indexes of chunks.
 * Names of fields and numbers are those of the "HDF5 File Format Specification", version 3.0; every reader since 1.8 knows them.
 */
import { lookup3 } from './lookup3.ts';

/** Element type of an array. */
export type ElementType = 'f64' | 'i64' | 'i32' | 'i8' | { readonly text: number };

export type AttributeValue = string | number | readonly string[];

/** Address of nothing. */
const UNDEFINED_ADDRESS = 0xffff_ffff_ffff_ffffn;

export function elementBytes(type: ElementType): number {
  if (typeof type === 'object') return type.text;
  return type === 'i8' ? 1 : type === 'i32' ? 4 : 8;
}

/** Little-endian numbers, one after the other. */
export class Bytes {
  private readonly list: number[] = [];

  u8(...values: number[]): this {
    for (const value of values) this.list.push(value & 0xff);
    return this;
  }

  u16(value: number): this {
    return this.u8(value, value >> 8);
  }

  u32(value: number): this {
    return this.u16(value).u16(value >>> 16);
  }

  u64(value: number | bigint): this {
    const big = BigInt(value);
    return this.u32(Number(big & 0xffff_ffffn)).u32(Number(big >> 32n));
  }

  text(value: string): this {
    return this.add(new TextEncoder().encode(value));
  }

  add(bytes: Uint8Array): this {
    for (const byte of bytes) this.list.push(byte);
    return this;
  }

  get length(): number {
    return this.list.length;
  }

  done(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.list);
  }
}

interface Message {
  readonly type: number;
  readonly body: Uint8Array;
}

/** An object header: its messages, then a checksum. */
export function objectHeader(messages: readonly Message[]): Uint8Array {
  const size = messages.reduce((sum, { body }) => sum + 4 + body.length, 0);
  const bytes = new Bytes().text('OHDR').u8(2, 0x02).u32(size); // version 2; the size in four bytes, no times
  for (const { type, body } of messages) bytes.u8(type).u16(body.length).u8(0).add(body);
  return bytes.u32(lookup3(bytes.done())).done();
}

/** Header messages of a group: its links stand in its header. */
export function groupMessages(links: readonly { readonly name: string; readonly address: number }[]): Message[] {
  return [
    { type: 0x02, body: new Bytes().u8(0, 0).u64(UNDEFINED_ADDRESS).u64(UNDEFINED_ADDRESS).done() }, // link info
    { type: 0x0a, body: new Bytes().u8(0, 0).done() }, // group info
    ...links.map(({ name, address }) => {
      const text = new TextEncoder().encode(name);
      return { type: 0x06, body: new Bytes().u8(1, 0, text.length).add(text).u64(address).done() }; // hard link
    }),
  ];
}

export interface DatasetShape {
  readonly type: ElementType;
  /** None: a scalar. */
  readonly dims: readonly number[];
  /** Shape of a chunk; undefined: the data are in one piece, unpacked. */
  readonly chunk: readonly number[] | undefined;
  /** Address of the data, or of the index of the chunks; undefined if there are none. */
  readonly address: number | undefined;
}

export function datasetMessages({ type, dims, chunk, address }: DatasetShape): Message[] {
  const place = address ?? UNDEFINED_ADDRESS;
  const size = elementBytes(type);
  const layout = new Bytes().u8(3, chunk ? 2 : 1);
  if (chunk) {
    layout.u8(chunk.length + 1).u64(place);
    for (const d of [...chunk, size]) layout.u32(d);
  } else layout.u64(place).u64(dims.reduce((product, d) => product * d, size));
  return [
    { type: 0x01, body: dataspace(dims) },
    { type: 0x03, body: datatype(type) },
    { type: 0x05, body: new Bytes().u8(3, chunk ? 0x0b : 0x0a).done() }, // fill value: none
    { type: 0x08, body: layout.done() },
    ...(chunk ? [{ type: 0x0b, body: new Bytes().u8(2, 1).u16(1).u16(0).u16(1).u32(DEFLATE_LEVEL).done() }] : []),
  ];
}

/** Twice as fast as the default 6, and the files of captures are hardly longer. */
export const DEFLATE_LEVEL = 1;

export function attributeMessage(name: string, value: AttributeValue): Message {
  const { type, dims, data } = attributeData(value);
  const text = new TextEncoder().encode(`${name}\0`);
  const [kind, space] = [datatype(type), dataspace(dims)];
  const body = new Bytes().u8(3, 0).u16(text.length).u16(kind.length).u16(space.length).u8(1);
  return { type: 0x0c, body: body.add(text).add(kind).add(space).add(data).done() };
}

function attributeData(value: AttributeValue): { type: ElementType; dims: number[]; data: Uint8Array } {
  if (typeof value === 'number') return { type: 'i32', dims: [], data: new Bytes().u32(value).done() };
  const texts = typeof value === 'string' ? [value] : value;
  const type = textType(texts);
  return { type, dims: typeof value === 'string' ? [] : [texts.length], data: textBytes(texts, type.text) };
}

/** Wide enough for each of the texts. */
export function textType(texts: readonly string[]): { text: number } {
  const encoder = new TextEncoder();
  let text = 1;
  for (const each of texts) text = Math.max(text, encoder.encode(each).length);
  return { text };
}

/** UTF-8, filled up with zeros. */
export function textBytes(texts: readonly string[], width: number): Uint8Array {
  const encoder = new TextEncoder();
  const bytes = new Uint8Array(width * texts.length);
  texts.forEach((text, k) => {
    bytes.set(encoder.encode(text), k * width);
  });
  return bytes;
}

function dataspace(dims: readonly number[]): Uint8Array {
  const bytes = new Bytes().u8(2, dims.length, 0, dims.length === 0 ? 0 : 1);
  for (const d of dims) bytes.u64(d);
  return bytes.done();
}

function datatype(type: ElementType): Uint8Array {
  const size = elementBytes(type);
  if (typeof type === 'object') return new Bytes().u8(0x13, 0x11, 0, 0).u32(size).done(); // filled up with zeros, UTF-8
  if (type === 'f64')
    return new Bytes()
      .u8(0x11, 0x20, 0x3f, 0)
      .u32(size)
      .u16(0)
      .u16(64)
      .u8(52, 11, 0, 52) // IEEE: exponent and mantissa, where and how long
      .u32(1023)
      .done();
  return new Bytes()
    .u8(0x10, 0x08, 0, 0)
    .u32(size)
    .u16(0)
    .u16(8 * size)
    .done(); // signed
}

/** The first block of the file; the objects lie before `end`. */
export function superblock(root: number, end: number): Uint8Array {
  const bytes = new Bytes().u8(0x89).text('HDF\r\n').u8(0x1a, 0x0a).u8(2, 8, 8, 0);
  bytes.u64(0).u64(UNDEFINED_ADDRESS).u64(end).u64(root);
  return bytes.u32(lookup3(bytes.done())).done();
}

export const SUPERBLOCK_BYTES = 48;

export interface StoredChunk {
  readonly address: number;
  /** Packed. */
  readonly bytes: number;
}

const FULL_NODE = 64; // children: twice the library's default K of 32

/**
 * The B-tree (version 1) that finds chunks by their place along the first dimension; arrays here grow along that one only.
 * @param rows of one chunk  @param rank dimensions of the array  @param at address of the first byte written
 * @returns the nodes, and the address of the root
 */
export function chunkTree(
  chunks: readonly StoredChunk[],
  { rows, rank, at }: { readonly rows: number; readonly rank: number; readonly at: number },
): { nodes: Uint8Array; root: number } {
  const nodeBytes = 24 + (FULL_NODE + 1) * (8 + 8 * (rank + 1)) + FULL_NODE * 8;
  const nodes: Uint8Array[] = [];
  const end = chunks.length * rows;
  const key = (bytes: Bytes, packed: number, place: number) => {
    bytes.u32(packed).u32(0).u64(place);
    for (let d = 0; d < rank; d++) bytes.u64(0);
  };
  let level = 0;
  let children = chunks.map(({ address, bytes }, k) => ({ address, bytes, place: k * rows }));
  do {
    const first = at + nodes.length * nodeBytes;
    const count = Math.ceil(children.length / FULL_NODE);
    const parents: typeof children = [];
    for (let k = 0; k < count; k++) {
      const here = children.slice(k * FULL_NODE, (k + 1) * FULL_NODE);
      const next = children[(k + 1) * FULL_NODE];
      const address = first + k * nodeBytes;
      const sibling = (exists: boolean, step: number) => (exists ? address + step * nodeBytes : UNDEFINED_ADDRESS);
      const bytes = new Bytes().text('TREE').u8(1, level).u16(here.length);
      bytes.u64(sibling(k > 0, -1)).u64(sibling(k + 1 < count, 1));
      for (const child of here) {
        key(bytes, child.bytes, child.place);
        bytes.u64(child.address);
      }
      key(bytes, next?.bytes ?? 0, next?.place ?? end);
      const node = new Uint8Array(nodeBytes);
      node.set(bytes.done());
      nodes.push(node);
      parents.push({ address, bytes: here[0]!.bytes, place: here[0]!.place });
    }
    children = parents;
    level++;
  } while (children.length > 1);
  const all = new Uint8Array(nodes.length * nodeBytes);
  nodes.forEach((node, k) => {
    all.set(node, k * nodeBytes);
  });
  return { nodes: all, root: children[0]!.address };
}
