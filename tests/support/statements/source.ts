/** Source of the server as syntax trees, with the lookup of names: TypeScript 7 has no interface for it. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

const root = fileURLToPath(new URL('../../..', import.meta.url))

export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  // biome-ignore lint/suspicious/noExplicitAny: the parser's nodes have fields of every shape
  readonly [name: string]: any
}

export interface Module {
  readonly path: string
  readonly text: string
  readonly program: Node
}

/** What a name refers to: an expression, a function's parameter, a function or a type. */
export type Found =
  | { readonly kind: 'value'; readonly node: Node }
  | { readonly kind: 'parameter'; readonly of: Node; readonly index: number; readonly name: string }
  | { readonly kind: 'part'; readonly of: Node; readonly name: string }
  | { readonly kind: 'type'; readonly node: Node }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'

export const childrenOf = (node: Node): readonly Node[] => Object.values(node).flat().filter(isNode)

export const isFunction = ({ type }: Node): boolean =>
  ['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'].includes(type)

/** Whether a node is a template of the `sql` tag. */
export const isTemplate = (node: Node): boolean =>
  node.type === 'TaggedTemplateExpression' && node.tag.type === 'Identifier' && node.tag.name === 'sql'

const parents = new WeakMap<Node, Node>()
const homes = new WeakMap<Node, Module>()
const modules = new Map<string, Module>()

function adopt(node: Node, module: Module): void {
  homes.set(node, module)
  for (const child of childrenOf(node)) {
    parents.set(child, node)
    adopt(child, module)
  }
}

export function readModule(path: string): Module {
  const known = modules.get(path)
  if (known) return known
  const text = readFileSync(join(root, path), 'utf8')
  const { program, errors } = parseSync(path, text, { lang: 'ts' })
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const module = { path, text, program: program as unknown as Node }
  modules.set(path, module)
  adopt(module.program, module)
  return module
}

export const serverModules = (): readonly Module[] =>
  globSync('server/**/*.ts', { cwd: root })
    .filter(path => !path.endsWith('.d.ts'))
    .sort()
    .map(readModule)

export const parentOf = (node: Node): Node | undefined => parents.get(node)

function homeOf(node: Node): Module {
  const module = homes.get(node)
  if (!module) throw new Error(`${node.type} of no module`)
  return module
}

export const sourceOf = (node: Node): string => homeOf(node).text.slice(node.start, node.end).replace(/\s+/g, ' ')

export function placeOf(node: Node): string {
  const { path, text } = homeOf(node)
  return `${path}:${text.slice(0, node.start).split('\n').length}`
}

export function everyNode(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const child of childrenOf(node)) everyNode(child, visit)
}

/** Name of the nearest declared function or constant around a node. */
export function ownerOf(node: Node): string {
  let name = ''
  for (let at: Node | undefined = node; at; at = parents.get(at))
    if ((at.type === 'FunctionDeclaration' || at.type === 'VariableDeclarator') && at.id?.name) name = at.id.name
  return `${homeOf(node).path} ${name}`
}

const unwrapped = (statement: Node): Node =>
  statement.type === 'ExportNamedDeclaration' && statement.declaration ? statement.declaration : statement

/** Property of a pattern that carries a name, e.g. `b` of `{ a: b }`. */
function partOf(pattern: Node | null, name: string): string | undefined {
  if (pattern?.type !== 'ObjectPattern') return undefined
  for (const property of pattern.properties) {
    const target = property.value?.type === 'AssignmentPattern' ? property.value.left : property.value
    if (target?.name === name) return property.key.name
  }
  return undefined
}

const holdsName = (pattern: Node | null, name: string): boolean => {
  if (!pattern || pattern.type.startsWith('TS')) return false
  return (
    (pattern.type === 'Identifier' && pattern.name === name) || childrenOf(pattern).some(each => holdsName(each, name))
  )
}

function declaredIn(statement: Node, name: string): Found | undefined {
  const declaration = unwrapped(statement)
  if (declaration.type === 'FunctionDeclaration' && declaration.id?.name === name)
    return { kind: 'value', node: declaration }
  if (['TSTypeAliasDeclaration', 'TSInterfaceDeclaration'].includes(declaration.type) && declaration.id.name === name)
    return { kind: 'type', node: declaration }
  if (declaration.type === 'ImportDeclaration') return importedBy(declaration, name)
  if (declaration.type !== 'VariableDeclaration') return undefined
  for (const { id, init } of declaration.declarations) {
    if (id.type === 'Identifier' && id.name === name && init) return { kind: 'value', node: init }
    const part = partOf(id, name)
    if (part !== undefined && init) return { kind: 'part', of: init, name: part }
  }
  return undefined
}

const aliases: Readonly<Record<string, string>> = { '#contract/': 'src/contract/' }

function importedBy(declaration: Node, name: string): Found | undefined {
  const imported = declaration.specifiers.find((each: Node) => each.local?.name === name)?.imported?.name
  if (imported === undefined) return undefined
  const from: string = declaration.source.value
  const alias = Object.keys(aliases).find(prefix => from.startsWith(prefix))
  if (!alias && !from.startsWith('.')) return undefined
  const path = alias ? from.replace(alias, aliases[alias] ?? '') : join(dirname(homeOf(declaration).path), from)
  return resolveIn(readModule(path).program, imported)
}

function resolveIn({ body }: Node, name: string): Found | undefined {
  for (const statement of body) {
    const found = declaredIn(statement, name)
    if (found) return found
  }
  return undefined
}

function parameterOf(fn: Node, name: string): Found | undefined {
  const index = fn.params.findIndex((each: Node) =>
    holdsName(each.type === 'AssignmentPattern' ? each.left : each, name),
  )
  return index < 0 ? undefined : { kind: 'parameter', of: fn, index, name }
}

/** Declaration that a name refers to at a node. */
export function resolve(name: string, from: Node): Found | undefined {
  for (let at = parents.get(from); at; at = parents.get(at)) {
    const found = isFunction(at)
      ? parameterOf(at, name)
      : at.type === 'Program' || at.type === 'BlockStatement'
        ? resolveIn(at, name)
        : undefined
    if (found) return found
  }
  return undefined
}
