// npm run three: the page on a local server, with the engine's sources (no build needed).
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  resolve: { conditions: ['@signorini/source'] }, // inside this repository only: leave it out in your project
});
