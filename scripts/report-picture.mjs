// npm run report-picture -- recommend-brick-wall/report.html: docs/images/report.png, the first screen of that page. Needs Chromium.
import { resolve } from 'node:path';
import { argv, env, exit, stderr } from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright';

const [, , file] = argv;
if (file === undefined) {
  stderr.write('report-picture: expected the path of a report.html, found none\n');
  exit(2);
}
const browser = await chromium.launch({ executablePath: env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1200, height: 900 }, deviceScaleFactor: 1.5 });
await page.goto(pathToFileURL(resolve(file)).href);
await page.screenshot({ path: fileURLToPath(new URL('../docs/images/report.png', import.meta.url)) });
await browser.close();
