/** The version of the engine, which results and scenes carry; test/docs.test.ts compares it with package.json. */
export const VERSION = '0.2.0';
