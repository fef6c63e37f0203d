/** A recorded run in the formats of other programs: CSV, Parquet, MCAP, glTF.   docs/guide/record.md */
import { extname } from 'node:path';
import { found } from '@signorini/engine/checks';
import { type ColumnTable, csvLines } from '../../column-table.ts';
import { gltfOf } from '../../recording/gltf.ts';
import { MCAP_CHANNELS, type McapStep, stampOf } from '../../recording/mcap-messages.ts';
import type { RecordedRun } from '../../recording/recorded-run.ts';
import { type RunTableName, runTable } from '../../recording/run-tables.ts';
import { FileError } from '../files/file-error.ts';
import { writeFileWhole, writeLinesWhole } from '../files/whole-files.ts';
import { needed } from '../optional-packages.ts';
import { parquetOf } from '../tables/parquet.ts';

export const RUN_FORMATS = ['csv', 'parquet', 'mcap', 'glb'] as const;
export type RunFormat = (typeof RUN_FORMATS)[number];

export interface RunExport {
  readonly format: RunFormat;
  /** Contents of the file: "15531 rows", "500 steps". */
  readonly what: { readonly count: number; readonly noun: string };
}

/** By the ending of the name; undefined for others. */
function runFormatOf(path: string): RunFormat | undefined {
  return RUN_FORMATS.find((format) => `.${format}` === extname(path).toLowerCase());
}

/** @param table for CSV and Parquet. @throws FileError, MissingPackageError */
export async function exportRun(run: RecordedRun, to: string, table: RunTableName = 'bodies'): Promise<RunExport> {
  const format = runFormatOf(to);
  const { length } = run;
  const steps = { count: length, noun: 'step' };
  if (format === 'glb') {
    await writeFileWhole(to, async () => gltfOf(run));
    return { format, what: steps };
  }
  if (format === 'mcap') {
    await writeFileWhole(to, () => mcapOf(run));
    return { format, what: steps };
  }
  if (format === undefined)
    throw new FileError(
      to,
      `expected a name that ends in .csv, .parquet, .mcap or .glb for a recorded run, found ${found(extname(to))}`,
    );
  const columns = runTable(run, table);
  if (format === 'csv') await writeCsv(to, columns);
  else {
    const { scene, engine, hash } = run.provenance;
    await writeFileWhole(to, () => parquetOf(columns, { scene, engine, table, hash: hash ?? '' }));
  }
  return { format, what: { count: columns[0]!.values.length, noun: 'row' } };
}

const LINES = 1000; // written at a time

async function writeCsv(path: string, table: ColumnTable): Promise<void> {
  await writeLinesWhole(path, async (write) => {
    let lines: string[] = [];
    for (const line of csvLines(table)) {
      lines.push(line);
      if (lines.length < LINES) continue;
      await write(lines.join('\n'));
      lines = [];
    }
    if (lines.length > 0) await write(lines.join('\n'));
  });
}

async function mcapOf(run: RecordedRun): Promise<Uint8Array> {
  const { McapWriter } = await needed('writing MCAP', '@mcap/core', () => import('@mcap/core'));
  const parts: Uint8Array[] = [];
  let length = 0;
  const writer = new McapWriter({
    writable: {
      position: () => BigInt(length),
      write: async (bytes) => {
        parts.push(bytes.slice());
        length += bytes.length;
      },
    },
  });
  await writer.start({ profile: '', library: `signorini ${run.provenance.engine}` });
  const numbers: number[] = [];
  for (const { topic, schema, descriptor } of MCAP_CHANNELS) {
    const schemaId = await writer.registerSchema({ name: schema, encoding: 'protobuf', data: descriptor });
    const metadata = new Map<string, string>();
    numbers.push(await writer.registerChannel({ topic, schemaId, messageEncoding: 'protobuf', metadata }));
  }
  const add = async (step: McapStep) => {
    const { seconds, nanos } = stampOf(step.time);
    const time = BigInt(seconds) * 1_000_000_000n + BigInt(nanos);
    for (const [k, { message }] of MCAP_CHANNELS.entries()) {
      const data = message(step, run);
      if (data)
        await writer.addMessage({
          channelId: numbers[k]!,
          sequence: step.step,
          logTime: time,
          publishTime: time,
          data,
        });
    }
  };
  await add({ step: 0, time: 0, pose: run.start.pose });
  for (const { step, values, pose } of run.steps()) await add({ step, time: values[0]!, values, pose });
  await writer.end();
  return Buffer.concat(parts);
}
