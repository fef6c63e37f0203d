// npm run site:serve [-- PATH]: the built site on loopback, under a path of your choice (default /).
import { join } from 'node:path';
import { ROOT } from './pages.mjs';
import { serve } from './serve.mjs';

const { address } = await serve(join(ROOT, 'site/dist'), process.argv[2] ?? '/');
process.stdout.write(`${address}\n`);
