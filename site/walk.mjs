// A walk through the site by clicks: what a reader would do on a first visit. Returns a sentence for each fault.

/** @param address of the first page, under any path */
export async function walk(browser, address) {
  const faults = [];
  for (const part of [withScripts, withoutScripts, narrow])
    await part(browser, address, faults).catch(
      (error) => void faults.push(`the walk ended: ${error.message.split('\n')[0]}`),
    );
  return faults;
}

/** A page that notes what it complains about, what is missing and what is asked for elsewhere. */
async function open(browser, address, faults, options) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, ...options });
  page.on('pageerror', ({ message }) => void faults.push(`${page.url()}: ${message}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !/GPU stall|software WebGL|WebGL-/.test(message.text()))
      faults.push(`${page.url()}: ${message.text()}`);
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !/^(blob|data):/.test(url)) faults.push(`${page.url()}: asks for ${url}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${page.url()}: ${response.url()} has the status ${response.status()}`);
  });
  await page.goto(address);
  return page;
}

/** After a click the address is the one expected, below the path of the site, and the page has its heading. */
async function arrives(page, address, path, heading, faults) {
  const wanted = `${address}${path}`;
  await page.waitForURL((url) => url.href === wanted, { timeout: 20000 }).catch(() => undefined);
  if (page.url() !== wanted) return void faults.push(`expected to arrive at ${wanted}, found ${page.url()}`);
  const found = page.locator('h1').filter({ hasText: heading });
  await found
    .first()
    .waitFor({ timeout: 20000 })
    .catch(() => void faults.push(`${wanted}: expected the heading ${heading}`));
}

async function withScripts(browser, address, faults) {
  const page = await open(browser, address, faults);
  const studio = page.frameLocator('.studio iframe');
  await studio
    .locator('canvas')
    .first()
    .waitFor({ timeout: 60000 })
    .catch(() => void faults.push('the studio of the first page shows no canvas'));

  await page.locator('.vp-doc a', { hasText: 'a robotics engineer' }).click();
  await arrives(page, address, 'start/robotics.html', 'First contact: a robotics engineer', faults);
  // links of the bars were written for the page that was loaded first: they must hold on this one
  await page.locator('.VPNavBarMenu a', { hasText: 'Documents' }).click();
  await arrives(page, address, 'documents.html', 'Documents', faults);
  await page.locator('.vp-doc a', { hasText: 'error measures' }).first().click();
  await arrives(page, address, 'theory/error-measures.html', 'Error measures', faults);
  if ((await page.locator('.formula .katex').count()) < 20)
    faults.push('theory/error-measures.html: expected formulas that are typeset');
  await page.locator('.VPSidebar a', { hasText: 'Run' }).first().click();
  await arrives(page, address, 'guide/run.html', 'Run: simulate', faults);
  await page.goBack();
  await arrives(page, address, 'theory/error-measures.html', 'Error measures', faults);
  await page.reload();
  await arrives(page, address, 'theory/error-measures.html', 'Error measures', faults);

  await page.keyboard.press('Control+k');
  await page.locator('.VPLocalSearchBox input').fill('Fischer-Burmeister');
  await page.locator('.VPLocalSearchBox .result').first().click({ timeout: 20000 });
  await page
    .waitForURL((url) => url.href.startsWith(address) && !url.href.includes('error-measures'), { timeout: 10000 })
    .catch(() => undefined);
  if (!page.url().startsWith(address)) faults.push(`the search leads to ${page.url()}`);

  await page.locator('.VPSwitchAppearance').first().click();
  if (!(await page.evaluate('document.documentElement.classList.contains("dark")')))
    faults.push('the switch does not make the page dark');
  for (const [name, path] of [
    ['API', 'api/index.html'],
    ['Studio', 'studio/index.html'],
  ]) {
    await page.locator('.VPNavBarMenu a', { hasText: name }).click();
    await page
      .waitForURL(`${address}${path}*`, { timeout: 20000 })
      .catch(() => void faults.push(`${name} leads to ${page.url()}`));
    await page.goBack();
  }
  await page.close();
}

async function withoutScripts(browser, address, faults) {
  const page = await open(browser, address, faults, { javaScriptEnabled: false });
  await page.locator('.vp-doc a', { hasText: 'All documents, by task' }).click();
  await arrives(page, address, 'documents.html', 'Documents', faults);
  await page.locator('.vp-doc a', { hasText: 'measured' }).first().click();
  await arrives(page, address, 'measured/', 'Measured', faults);
  await page.goto(`${address}reproduction.html`);
  await page.locator('.vp-doc a', { hasText: 'isolines.csv' }).click();
  if (page.url() !== `${address}reproduction/isolines.csv`)
    faults.push(`the data of an experiment is at ${page.url()}`);
  await page.close();
}

/** On a phone no page is wider than the screen. */
async function narrow(browser, address, faults) {
  const page = await open(browser, address, faults, { viewport: { width: 390, height: 844 } });
  for (const path of [
    '',
    'reproduction.html',
    'guide/scene-format.html',
    'guide/own-solver.html',
    'theory/integrators.html',
    'measured/engine.html',
    'start/research.html',
  ]) {
    await page.goto(`${address}${path}`);
    const more = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    if (more > 0) faults.push(`${path || 'the first page'}: ${more} pixels wider than a phone of 390`);
  }
  await page.close();
}
