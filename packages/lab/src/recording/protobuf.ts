/** The part of Protocol Buffers that MCAP files need: messages as bytes, and their description for readers that do not know them. */

type FieldType = 'double' | 'string' | 'int64' | 'int32' | { readonly message: string; readonly repeated?: true };

/** Fields are numbered from 1, in this order. */
export interface MessageType {
  /** With its package: "foxglove.Vector3". */
  readonly name: string;
  readonly fields: Readonly<Record<string, FieldType>>;
}

const [VARINT, DOUBLE, BYTES] = [0, 1, 2];
const TYPE_NUMBERS = { double: 1, int64: 3, int32: 5, string: 9, message: 11 } as const;

export class ProtoWriter {
  private bytes = new Uint8Array(256);
  private view = new DataView(this.bytes.buffer);
  private length = 0;

  integer(field: number, value: number): this {
    return this.varint(8 * field + VARINT!).varint(value);
  }

  double(field: number, value: number): this {
    this.varint(8 * field + DOUBLE!).room(8);
    this.view.setFloat64(this.length, value, true);
    this.length += 8;
    return this;
  }

  text(field: number, value: string): this {
    return this.raw(field, new TextEncoder().encode(value));
  }

  message(field: number, fill: (inner: ProtoWriter) => unknown): this {
    const inner = new ProtoWriter();
    fill(inner);
    return this.raw(field, inner.done());
  }

  done(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  private raw(field: number, value: Uint8Array): this {
    this.varint(8 * field + BYTES!)
      .varint(value.length)
      .room(value.length);
    this.bytes.set(value, this.length);
    this.length += value.length;
    return this;
  }

  /** @param value an integer >= 0 */
  private varint(value: number): this {
    this.room(10);
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) this.bytes[this.length++] = (rest % 128) + 128;
    this.bytes[this.length++] = rest;
    return this;
  }

  private room(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = new Uint8Array(2 * (this.length + count));
    larger.set(this.bytes);
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }
}

/** A google.protobuf.FileDescriptorSet with one file per message, those that others need first. */
export function descriptorSet(types: readonly MessageType[]): Uint8Array {
  const set = new ProtoWriter();
  for (const { name, fields } of types) {
    const [, space, own] = /^(.*)\.(\w+)$/.exec(name)!;
    const entries = Object.entries(fields);
    const needs = new Set(entries.flatMap(([, type]) => (typeof type === 'object' ? [type.message] : [])));
    set.message(1, (file) => {
      file.text(1, fileOf(name)).text(2, space!);
      for (const one of needs) file.text(3, fileOf(one));
      file.message(4, (message) => {
        message.text(1, own!);
        entries.forEach(([key, type], k) => {
          message.message(2, (field) => describe(field, key, k + 1, type));
        });
      });
      file.text(12, 'proto3');
    });
  }
  return set.done();
}

const fileOf = (name: string): string => `${name.replaceAll('.', '/')}.proto`;

function describe(field: ProtoWriter, key: string, number: number, type: FieldType): void {
  const inner = typeof type === 'object' ? type : undefined;
  field.text(1, key).integer(3, number);
  field.integer(4, inner?.repeated ? 3 : 1); // repeated, optional
  field.integer(5, TYPE_NUMBERS[typeof type === 'object' ? 'message' : type]);
  if (inner) field.text(6, `.${inner.message}`);
}
