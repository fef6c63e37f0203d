/** Messages of an MCAP file of a recorded run: poses as Foxglove's FrameTransforms, the figures of the steps as numbers. */
import { descriptorSet, type MessageType, ProtoWriter } from './protobuf.ts';
import type { RecordedRun } from './recorded-run.ts';
import { type RecordedStep, STEP_COLUMNS } from './recorded-step.ts';

const TIMESTAMP: MessageType = { name: 'google.protobuf.Timestamp', fields: { seconds: 'int64', nanos: 'int32' } };
const VECTOR: MessageType = { name: 'foxglove.Vector3', fields: { x: 'double', y: 'double', z: 'double' } };
const QUATERNION: MessageType = {
  name: 'foxglove.Quaternion',
  fields: { x: 'double', y: 'double', z: 'double', w: 'double' },
};
const TRANSFORM: MessageType = {
  name: 'foxglove.FrameTransform',
  fields: {
    timestamp: { message: TIMESTAMP.name },
    parent_frame_id: 'string',
    child_frame_id: 'string',
    translation: { message: VECTOR.name },
    rotation: { message: QUATERNION.name },
  },
};
const TRANSFORMS: MessageType = {
  name: 'foxglove.FrameTransforms',
  fields: { transforms: { message: TRANSFORM.name, repeated: true } },
};

interface McapChannel {
  readonly topic: string;
  readonly schema: string;
  readonly descriptor: Uint8Array;
  /** Undefined: none at this step. */
  readonly message: (step: McapStep, run: RecordedRun) => Uint8Array | undefined;
}

/** Step 0, the beginning, has poses only. */
export type McapStep = Pick<RecordedStep, 'step' | 'pose'> & { readonly time: number; readonly values?: Float64Array };

/** The parent of all bodies' frames. */
const WORLD = 'world';

const poses: McapChannel = {
  topic: '/tf',
  schema: TRANSFORMS.name,
  descriptor: descriptorSet([TIMESTAMP, VECTOR, QUATERNION, TRANSFORM, TRANSFORMS]),
  message({ time, pose }, { bodies }) {
    const { seconds, nanos } = stampOf(time);
    const all = new ProtoWriter();
    for (const [k, { name }] of bodies.entries()) {
      const [x, y, z, qx, qy, qz, qw] = pose.subarray(7 * k, 7 * k + 7) as unknown as number[];
      all.message(1, (one) =>
        one
          .message(1, (stamp) => stamp.integer(1, seconds).integer(2, nanos))
          .text(2, WORLD)
          .text(3, name)
          .message(4, (place) => place.double(1, x!).double(2, y!).double(3, z!))
          .message(5, (turn) => turn.double(1, qx!).double(2, qy!).double(3, qz!).double(4, qw!)),
      );
    }
    return all.done();
  },
};

function figures(group: (typeof STEP_COLUMNS)[number]['group']): McapChannel {
  const places = STEP_COLUMNS.flatMap((column, k) => (column.group === group ? [{ ...column, k }] : []));
  const schema = `signorini.${group[0]!.toUpperCase()}${group.slice(1)}`;
  const fields = Object.fromEntries(places.map(({ name }) => [name.replace(/^.*\./, ''), 'double' as const]));
  return {
    topic: `/${group}`,
    schema,
    descriptor: descriptorSet([{ name: schema, fields }]),
    message({ values }) {
      if (!values) return undefined;
      const all = new ProtoWriter();
      places.forEach(({ k }, at) => {
        all.double(at + 1, values[k]!);
      });
      return all.done();
    },
  };
}

export const MCAP_CHANNELS: readonly McapChannel[] = [
  poses,
  ...(['step', 'energy', 'budget', 'ledger'] as const).map(figures),
];

/** s and ns. */
export function stampOf(time: number): { readonly seconds: number; readonly nanos: number } {
  const all = Math.round(time * 1e9);
  return { seconds: Math.floor(all / 1e9), nanos: all % 1e9 };
}
