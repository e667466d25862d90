/** Modules of the client only define: what changes lives in the store, what is registered is listed and handed over. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What may keep something at its top level or do something when it is loaded, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'src/main.tsx: void start()': 'the entry: somebody has to begin',
  "src/fields/schedule/cronWords.ts: import 'cronstrue/locales/zh_CN'": 'the library takes its languages so',
  "src/fields/schedule/cronWords.ts: import 'cronstrue/locales/zh_TW'": 'the library takes its languages so',
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [name: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'

/** Nodes directly below. */
const childrenOf = (node: Node): readonly Node[] => Object.values(node).flat().filter(isNode)

function everyNode(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const child of childrenOf(node)) everyNode(child, visit)
}

interface Module {
  readonly path: string
  readonly text: string
  readonly body: readonly Node[]
  /** Names of which a part is changed anywhere in it. */
  readonly mutated: ReadonlySet<string>
}

function moduleOf(path: string, text: string): Module {
  const { program, errors } = parseSync(path, text, { lang: path.endsWith('x') ? 'tsx' : 'ts' })
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const body = program.body as unknown as readonly Node[]
  return { path, text, body, mutated: mutatedIn(body) }
}

/** Statements as declared: without their export. */
const statementsOf = ({ body }: Module): readonly Node[] =>
  body.map(each => (each.type === 'ExportNamedDeclaration' && isNode(each.declaration) ? each.declaration : each))

const sourceOf = ({ text }: Module, { start, end }: Node) => text.slice(start, end).split('\n')[0] ?? ''

const mutators = new Set([
  ...[
    'add',
    'clear',
    'copyWithin',
    'delete',
    'fill',
    'pop',
    'push',
    'reverse',
    'set',
    'shift',
    'sort',
    'splice',
    'unshift',
  ],
])

/** Name at the root of `a.b[c].d`. */
function rootName(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Identifier') return String(node.name)
  if (node.type === 'MemberExpression') return rootName(node.object)
  if (['TSNonNullExpression', 'TSAsExpression', 'ChainExpression'].includes(node.type)) return rootName(node.expression)
  return undefined
}

/** Names of which a part is changed, whatever scope they are of. */
function mutatedIn(body: readonly Node[]): ReadonlySet<string> {
  const names = new Set<string>()
  const changes = (target: unknown) => {
    const name = isNode(target) && target.type === 'MemberExpression' ? rootName(target.object) : undefined
    if (name !== undefined) names.add(name)
  }
  for (const statement of body)
    everyNode(statement, node => {
      if (node.type === 'AssignmentExpression') changes(node.left)
      if (node.type === 'UpdateExpression') changes(node.argument)
      if (node.type === 'UnaryExpression' && node.operator === 'delete') changes(node.argument)
      if (node.type !== 'CallExpression' || !isNode(node.callee) || node.callee.type !== 'MemberExpression') return
      const { object, property } = node.callee
      const [first] = node.arguments as readonly unknown[]
      const method = isNode(property) ? String(property.name) : ''
      if (mutators.has(method)) changes(node.callee)
      if (rootName(object) === 'Object' && method === 'assign') changes({ type: 'MemberExpression', object: first })
    })
  return names
}

const holders = new Set(['Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef'])

const isConst = ({ typeAnnotation: type }: Node) =>
  isNode(type) && isNode(type.typeName) && type.typeName.name === 'const'

/** Value without its types; none where `as const` forbids every change. */
function bare(node: unknown): Node | undefined {
  if (!isNode(node) || (node.type === 'TSAsExpression' && isConst(node))) return undefined
  return ['TSAsExpression', 'TSSatisfiesExpression'].includes(node.type) ? bare(node.expression) : node
}

/** What could be changed in place: collections, arrays, objects; atoms and functions are not. */
function isHolder(value: Node | undefined): boolean {
  if (value?.type === 'NewExpression') return isNode(value.callee) && holders.has(String(value.callee.name))
  return value?.type === 'ArrayExpression' || value?.type === 'ObjectExpression'
}

/** A collection created empty, of no type that forbids to fill it: nobody needs it but for that. */
function isToBeFilled(name: unknown, value: Node | undefined): boolean {
  if (value?.type !== 'NewExpression' || !isHolder(value) || (value.arguments as readonly unknown[]).length > 0)
    return false
  const type = isNode(name) && isNode(name.typeAnnotation) ? name.typeAnnotation.typeAnnotation : undefined
  return !isNode(type) || !isNode(type.typeName) || holders.has(String(type.typeName.name))
}

/** What a module keeps or does at its top level, in its own words. */
function findings(module: Module, others: ReadonlySet<string> = new Set()): readonly string[] {
  const { mutated } = module
  return statementsOf(module).flatMap(statement => {
    const found = `${module.path}: ${sourceOf(module, statement)}`
    if (statement.type === 'ExpressionStatement') return [found]
    if (statement.type === 'ImportDeclaration') {
      const isBare = (statement.specifiers as readonly unknown[]).length === 0
      return isBare && !String((statement.source as Node).value).endsWith('.css') ? [found] : []
    }
    if (statement.type !== 'VariableDeclaration') return /^(For|If|While|Try|Block)/.test(statement.type) ? [found] : []
    if (statement.kind !== 'const') return [found]
    const kept = (statement.declarations as readonly Node[]).some(({ id, init }) => {
      const name = isNode(id) && id.type === 'Identifier' ? String(id.name) : ''
      const value = bare(init)
      return isToBeFilled(id, value) || (isHolder(value) && (mutated.has(name) || others.has(`${module.path}#${name}`)))
    })
    return kept ? [found] : []
  })
}

const modules = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .sort()
  .map(path => moduleOf(path, readFileSync(join(root, path), 'utf8')))

/** Imported constants that another module changes: `path#name`. */
function mutatedElsewhere(all: readonly Module[]): ReadonlySet<string> {
  return new Set(
    all.flatMap(module => {
      const { mutated } = module
      return module.body
        .filter(({ type }) => type === 'ImportDeclaration')
        .flatMap(({ source, specifiers }) => {
          const name = String((source as Node).value)
          const from = name.startsWith('#contract/')
            ? name.replace('#contract', 'src/contract')
            : join(dirname(module.path), name)
          return (specifiers as readonly Node[])
            .filter(({ local }) => mutated.has(String((local as Node).name)))
            .map(({ imported }) => `${from}#${isNode(imported) ? String(imported.name) : 'default'}`)
        })
    }),
  )
}

test('no module of the client keeps or does anything at its top level but those named', () => {
  const others = mutatedElsewhere(modules)
  const found = modules.flatMap(module => findings(module, others))
  expect(found.sort()).toEqual(Object.keys(exceptions).sort())
})

test('the test would notice what is kept, and what is registered by import', () => {
  const notices = (text: string) => findings(moduleOf('src/a.ts', text)).length > 0
  for (const text of [
    'let last = 0',
    'export let last = 0',
    'const known = new Map<string, number>()',
    'const drawn = new WeakSet()',
    'const known: Map<string, number> = new Map()',
    'const closed: string[] = []\nexport const close = (url: string) => closed.push(url)',
    'const at = { last: 0 }\nexport const next = () => ++at.last',
    'const of: Record<string, number> = {}\nexport const put = (name: string) => { of[name] = 1 }',
    "registerCommands('tables', [])",
    'void start()',
    'Exact.DP = 40',
    "import './tableCommands.ts'",
    'if (isBrowser) start()',
  ])
    expect([text, notices(text)]).toEqual([text, true])
  for (const text of [
    "const words = new Set(['a', 'b'])",
    'const none: ReadonlyMap<string, number> = new Map()',
    'type Drafts = ReadonlyMap<string, number>\nconst none: Drafts = new Map()',
    'const shownAtom = atom(0)',
    'const windows = storeLocal(() => new Map<string, number>())',
    'export const grid = { open: () => undefined }',
    'const words = { most: 1 } as const\nexport const add = (words: string[]) => words.push("")',
    "import './theme.css'",
    'export function count() { let last = 0; const all = new Map(); return all.set(++last, 1) }',
  ])
    expect([text, notices(text)]).toEqual([text, false])
})
