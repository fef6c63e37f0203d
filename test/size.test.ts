/**
 * Nothing grows beyond what one can read at a sitting: files, functions, lists of arguments. What is too large today is listed by
 * name; the list only gets shorter.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const PACKAGES = fileURLToPath(new URL('../packages/', import.meta.url));

const FILE_LINES = 450;
const FUNCTION_LINES = 75;
const ARGUMENTS = 6;

/** Too large today, by the name of the file; a line that is no longer needed fails the test. */
const longFiles: readonly string[] = [];
/** By file and function. */
const longFunctions: readonly string[] = [];
/** By file and function. */
const longParameters: readonly string[] = [];
/** By the name of what is called, wherever that is. */
const longCalls: readonly string[] = [];

/** Functions that take any number of equal things. */
const VARIADIC = /^(of|push|unshift|max|min|concat|fromCharCode)$/;
/** Hot loops take their numbers one by one. */
const isKernel = (file: string) => file.includes(`${sep}kernels${sep}`);

interface Source {
  readonly file: string;
  readonly node: ts.SourceFile;
}

const sources: Source[] = readdirSync(PACKAGES, { recursive: true, encoding: 'utf8' })
  .filter(
    (file) => /^[^/\\]+[/\\]src[/\\].*\.tsx?$/.test(file) && !file.endsWith('.test.ts') && !file.endsWith('.d.ts'),
  )
  .map((file) => ({
    file,
    node: ts.createSourceFile(file, readFileSync(join(PACKAGES, file), 'utf8'), ts.ScriptTarget.ES2023, true),
  }));

const lineOf = (node: ts.Node, at: number) => node.getSourceFile().getLineAndCharacterOfPosition(at).line;
const linesOf = (node: ts.Node) => lineOf(node, node.end) - lineOf(node, node.getStart()) + 1;

/** The name of a function, or of what it is given to. */
function nameOf(node: ts.SignatureDeclaration): string {
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  if (node.name) return node.name.getText();
  const { parent } = node;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent))
    return parent.name.getText();
  if (ts.isCallExpression(parent)) return `(given to ${parent.expression.getText().split('\n')[0]})`;
  return '(unnamed)';
}

/** `say` of every node of every source that has something to say, sorted, each once. */
function found(say: (node: ts.Node, file: string) => string | undefined): string[] {
  const names = new Set<string>();
  for (const { file, node } of sources) {
    const visit = (child: ts.Node): void => {
      const name = say(child, file);
      if (name) names.add(`${basename(file)}: ${name}`);
      ts.forEachChild(child, visit);
    };
    visit(node);
  }
  return [...names].toSorted();
}

test('there is something to measure, in every package', () => {
  expect(sources.length).toBeGreaterThan(200);
  expect(new Set(sources.map(({ file }) => file.split(sep)[0])).size).toBe(readdirSync(PACKAGES).length);
});

describe('what is beyond the limit is on the list, and what is on the list is beyond the limit', () => {
  test(`no file has more than ${FILE_LINES} lines`, () => {
    const long = sources.filter(({ node }) => node.text.trimEnd().split('\n').length > FILE_LINES);
    expect(long.map(({ file }) => basename(file)).toSorted()).toEqual(longFiles.toSorted());
  });

  test(`no function has more than ${FUNCTION_LINES} lines`, () => {
    const long = found((node) =>
      ts.isFunctionLike(node) && linesOf(node) > FUNCTION_LINES ? nameOf(node) : undefined,
    );
    expect(long).toEqual(longFunctions.toSorted());
  });

  test(`no function outside the kernels has more than ${ARGUMENTS} parameters`, () => {
    const long = found((node, file) =>
      ts.isFunctionLike(node) && !isKernel(file) && node.parameters.length > ARGUMENTS ? nameOf(node) : undefined,
    );
    expect(long).toEqual(longParameters.toSorted());
  });

  test(`no call outside the kernels has more than ${ARGUMENTS} arguments`, () => {
    const names = found((node, file) => {
      if (!(ts.isCallExpression(node) || ts.isNewExpression(node)) || isKernel(file)) return undefined;
      const called = /[\w$#]+$/.exec(node.expression.getText())?.[0] ?? '(unnamed)';
      return (node.arguments?.length ?? 0) > ARGUMENTS && !VARIADIC.test(called) ? called : undefined;
    });
    const long = [...new Set(names.map((name) => name.split(': ')[1]))].toSorted();
    expect(long).toEqual(longCalls.toSorted());
  });
});

test('fields stand in their object: no literal is spread into another to please the formatter', () => {
  const spread = found((node) =>
    (ts.isSpreadAssignment(node) || ts.isJsxSpreadAttribute(node)) && ts.isObjectLiteralExpression(node.expression)
      ? node.getText().split('\n')[0]
      : undefined,
  );
  expect(spread).toEqual([]);
});
