// The mutants of a source file for `npm run mutate`: one small change each, found in its syntax tree.
import { parseSync } from 'oxc-parser';

export interface Mutant {
  file: string;
  line: number;
  /** The range of the source that `text` replaces. */
  start: number;
  end: number;
  text: string;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const OPERATORS: Record<string, string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '+=': ['-='],
  '-=': ['+='],
  '??=': ['='],
  '++': ['--'],
  '--': ['++'],
};
const SWAPPED_METHODS = 'min max, some every, startsWith endsWith, indexOf lastIndexOf, padStart padEnd, floor ceil';
const METHODS = new Map(
  SWAPPED_METHODS.split(', ').flatMap((pair) => {
    const [one, other] = pair.split(' ') as [string, string];
    return [[one, other] as const, [other, one] as const];
  }),
);
/** Larger constants are sizes and durations, where an off-by-one does not change behaviour. */
const MAX_OFF_BY_ONE = 20;
/** Type syntax around a value; all other type nodes have no effect at run time. */
const TYPED_VALUES = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']);
const IGNORED = /^(?:TS|Import|ExportAll)/;

export function mutantsOf(file: string, source: string): Mutant[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  const mutants: Mutant[] = [];
  const textOf = ({ start, end }: Node) => source.slice(start, end);
  const replace = ({ start, end }: Pick<Node, 'start' | 'end'>, text: string) => {
    const line = source.slice(0, start).split('\n').length;
    if (source.slice(start, end) !== text) mutants.push({ file, line, start, end, text });
  };
  const visit = (node: Node): void => {
    if (IGNORED.test(node.type) && !TYPED_VALUES.has(node.type)) return;
    mutate(node, textOf, replace);
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child);
  };
  visit(program as unknown as Node);
  return mutants;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

type Replace = (range: Pick<Node, 'start' | 'end'>, text: string) => void;

function mutate(node: Node, textOf: (node: Node) => string, replace: Replace): void {
  const { left, right, test, argument, expression, callee } = node as Record<string, Node>;
  const operator = node.operator as string;
  switch (node.type) {
    case 'LogicalExpression':
      replace(node, textOf(left!));
      replace(node, textOf(right!));
      if (operator !== '??') replaceOperator(node, operator === '&&' ? ['||'] : ['&&'], textOf, replace);
      break;
    case 'BinaryExpression':
      if (!(operator === '+' && isText(left!, right!))) replaceOperator(node, OPERATORS[operator], textOf, replace);
      break;
    case 'AssignmentExpression':
      replaceOperator(node, OPERATORS[operator], textOf, replace);
      break;
    case 'UpdateExpression':
      replace(node, textOf(node).replace(operator, OPERATORS[operator]![0]!));
      break;
    case 'UnaryExpression':
      if (operator === '!' || operator === '-') replace(node, textOf(argument!));
      break;
    case 'IfStatement':
      for (const text of ['true', 'false']) replace(test!, text);
      break;
    case 'WhileStatement':
      replace(test!, 'false');
      break;
    case 'ConditionalExpression':
      replace(test!, `!(${textOf(test!)})`);
      break;
    case 'AwaitExpression':
      replace(node, `(${textOf(argument!)})`);
      break;
    case 'ExpressionStatement':
      if (/^(?:Call|Await|Assignment)Expression$/.test(expression!.type)) replace(node, ';');
      break;
    case 'CallExpression':
      swapMethod(callee!, textOf, replace);
      break;
    case 'Literal':
      if (typeof node.value === 'number' && node.value <= MAX_OFF_BY_ONE) replace(node, String(node.value + 1));
      if (typeof node.value === 'boolean') replace(node, String(!node.value));
  }
}

function swapMethod({ type, property, computed }: Node, textOf: (node: Node) => string, replace: Replace): void {
  if (type !== 'MemberExpression' || computed) return;
  const opposite = METHODS.get(textOf(property as Node));
  if (opposite) replace(property as Node, opposite);
}

function replaceOperator(node: Node, others: string[] = [], textOf: (node: Node) => string, replace: Replace): void {
  const { left, right } = node as unknown as { left: Node; right: Node };
  const between = { start: left.end, end: right.start };
  const written = textOf({ type: '', ...between });
  for (const other of others) replace(between, written.replace(node.operator as string, other));
}

/** String concatenation has no opposite operator. */
const isText = (...nodes: Node[]) =>
  nodes.some(({ type, value }) => type === 'TemplateLiteral' || typeof value === 'string');
