/** Which expressions become text of a statement; others are its parameters. */
import { childrenOf, type Found, isFunction, isTemplate, type Node, resolve, sourceOf } from './source.ts'

export const fragmentType = /\b(Sql|RawBuilder|Expression|typeof sql)\b/

export function returnsOf(body: Node): readonly Node[] {
  const found: Node[] = []
  const visit = (node: Node) => {
    if (isFunction(node)) return
    if (node.type === 'ReturnStatement' && node.argument) found.push(node.argument)
    for (const child of childrenOf(node)) visit(child)
  }
  visit(body)
  return found
}

const known = new WeakMap<Node, boolean>()

/** Whether an expression becomes text of a statement, and no parameter. */
export function isFragment(node: Node): boolean {
  const before = known.get(node)
  if (before !== undefined) return before
  known.set(node, false)
  const is = becomesText(node)
  known.set(node, is)
  return is
}

function becomesText(node: Node): boolean {
  switch (node.type) {
    case 'TaggedTemplateExpression':
      return isTemplate(node)
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'ChainExpression':
      return isFragment(node.expression)
    case 'AwaitExpression':
      return isFragment(node.argument)
    case 'ConditionalExpression':
      return isFragment(node.consequent) || isFragment(node.alternate)
    case 'LogicalExpression':
      return isFragment(node.left) || isFragment(node.right)
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      return returnsFragment(node)
    case 'ObjectExpression':
      return node.properties.some((each: Node) => each.value && isFragment(each.value))
    case 'CallExpression':
      return node.callee.object?.name === 'sql' ? node.callee.property.name !== 'val' : isFragment(node.callee)
    case 'MemberExpression':
      return isFragment(node.object)
    case 'Identifier':
      return isNamedFragment(resolve(node.name, node))
    default:
      return false
  }
}

function isNamedFragment(found: Found | undefined): boolean {
  if (found?.kind === 'value') return isFragment(found.node)
  if (found?.kind === 'part') return isFragment(found.of)
  return found?.kind === 'parameter' && fragmentType.test(sourceOf(found.of.params[found.index]))
}

function returnsFragment(fn: Node): boolean {
  if (fn.returnType) return fragmentType.test(sourceOf(fn.returnType))
  return fn.body.type === 'BlockStatement' ? returnsOf(fn.body).some(isFragment) : isFragment(fn.body)
}
