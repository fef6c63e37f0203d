/**
 * Makes the collection of problems again: node scripts/collection.mjs (after `npm run build`). It runs every recipe of
 * packages/lab/src/collection/recipes.ts, which takes some minutes, and writes packages/lab/collection.
 */
import { recipes } from '../packages/lab/dist/collection/recipes.js';
import { COLLECTION_FOLDER } from '../packages/lab/dist/node/collection/collection.js';
import { writeCollection } from '../packages/lab/dist/node/collection/write-collection.js';

const { problems, content } = await writeCollection(
  COLLECTION_FOLDER,
  recipes,
  ({ name, rows, contacts, bytes, solved }) =>
    process.stdout.write(
      `${name}  ${rows} rows  ${contacts} contacts  ${bytes} bytes${solved ? '' : '  not solved by its driver'}\n`,
    ),
);
const bytes = problems.reduce((sum, entry) => sum + entry.bytes, 0);
process.stdout.write(`${problems.length} problems, ${bytes} bytes, content ${content}\n`);
