/** Text of the statements that a template can become: fragments inserted, values as parameters, each branch in turn. */
import { reversal } from '#contract/stock/movementTypes.ts'
import { fragmentType, isFragment, returnsOf } from './fragments.ts'
import { everyNode, type Found, isFunction, isTemplate, type Node, parentOf, resolve, sourceOf } from './source.ts'

/** Part that is only known when the server runs, e.g. the name of any entity's table. */
export class Unknown extends Error {
  /** Function whose parameter is a fragment: its callers know it. */
  readonly fn: Node | undefined

  constructor(message: string, fn?: Node) {
    super(message)
    this.fn = fn
  }
}

export interface Argument {
  readonly node: Node
  readonly env: Env | undefined
}

/** Arguments of the calls being followed. */
export interface Env {
  readonly fn: Node
  readonly values: readonly Argument[]
  readonly up: Env | undefined
}

const maxDepth = 40

/** Conditions of access, by the entity at hand. */
const generic = new Set(['scope', 'addressed'])

/** Lists of movement codes, computed: for names and types any code will do. */
const codeLists = new Set(['quoted', 'sumCodes'])

const unwrapped = (node: Node): Node =>
  node.type === 'ParenthesizedExpression' || node.type === 'TSAsExpression' ? unwrapped(node.expression) : node

/** One reading of a template, by the answers given to its questions; others are answered by their first branch. */
export class Reading {
  /** Questions met, with the number of their answers. */
  readonly questions = new Map<string, number>()
  readonly templates = new Set<Node>()
  readonly #answers: ReadonlyMap<string, number>
  #parameters = 0
  #depth = 0

  constructor(answers: ReadonlyMap<string, number>) {
    this.#answers = answers
  }

  #deeper<T>(node: Node, work: () => T): T {
    this.#depth += 1
    if (this.#depth > maxDepth) throw new Unknown(`too deep at ${sourceOf(node)}`)
    try {
      return work()
    } finally {
      this.#depth -= 1
    }
  }

  #choose(question: string, of: number): number {
    this.questions.set(question, of)
    return this.#answers.get(question) ?? 0
  }

  #parameter(): string {
    this.#parameters += 1
    return `$${this.#parameters}`
  }

  template(node: Node, env?: Env): string {
    this.templates.add(node)
    const { quasis, expressions } = node.quasi
    return quasis
      .map((quasi: Node, index: number) => {
        const expression = expressions[index]
        return quasi.value.cooked + (expression ? (this.fragment(expression, env) ?? this.#parameter()) : '')
      })
      .join('')
  }

  /** Text of a fragment; undefined for a value. */
  fragment(node: Node, env?: Env): string | undefined {
    return this.#deeper(node, () => this.#fragment(node, env))
  }

  #fragment(node: Node, env: Env | undefined): string | undefined {
    if (isTemplate(node)) return this.template(node, env)
    switch (node.type) {
      case 'ParenthesizedExpression':
      case 'TSAsExpression':
      case 'TSNonNullExpression':
      case 'ChainExpression':
        return this.fragment(node.expression, env)
      case 'AwaitExpression':
        return this.fragment(node.argument, env)
      case 'ConditionalExpression':
        return this.#conditional(node, env)
      case 'LogicalExpression':
        return this.#either(node, env)
      case 'Identifier':
        return this.#named(resolve(node.name, node), env)
      case 'CallExpression':
        return this.#call(node, env)
      case 'MemberExpression':
        return this.#member(node, env)
      default:
        return undefined
    }
  }

  #holds(test: Node): boolean {
    if (test.type === 'UnaryExpression' && test.operator === '!') return !this.#holds(test.argument)
    if (test.type === 'BinaryExpression' && ['!==', '!='].includes(test.operator))
      return this.#choose(sourceOf(test).replace(/!==?/, '==='), 2) === 1
    return this.#choose(sourceOf(test), 2) === 0
  }

  #conditional({ test, consequent, alternate }: Node, env: Env | undefined): string | undefined {
    // Only fragments branch: of values any is a parameter.
    return [consequent, alternate].some(isFragment)
      ? this.fragment(this.#holds(test) ? consequent : alternate, env)
      : undefined
  }

  #either({ left, right }: Node, env: Env | undefined): string | undefined {
    const given = isFragment(left) ? this.fragment(left, env) : undefined
    return given ?? (isFragment(right) ? this.fragment(right, env) : undefined)
  }

  #named(found: Found | undefined, env: Env | undefined): string | undefined {
    if (found?.kind === 'value') return isFunction(found.node) ? undefined : this.fragment(found.node, env)
    if (found?.kind === 'part') {
      const property = this.#property(found.of, found.name, env)
      return property && this.fragment(property.node, property.env)
    }
    if (found?.kind !== 'parameter') return undefined
    const argument = this.#argument(found, env)
    if (argument) return this.fragment(argument.node, argument.env)
    const parameter = found.of.params[found.index]
    if (parameter.type === 'AssignmentPattern' && isFragment(parameter.right))
      return this.fragment(parameter.right, env)
    if (fragmentType.test(sourceOf(parameter))) throw new Unknown(`parameter ${found.name}`, found.of)
    return undefined
  }

  /** What a parameter is given by the call being followed. */
  #argument({ of, index, name }: Found & { kind: 'parameter' }, env: Env | undefined): Argument | undefined {
    for (let at = env; at; at = at.up) {
      if (at.fn !== of) continue
      const given = at.values[index]
      const parameter = of.params[index]
      const pattern = parameter.type === 'AssignmentPattern' ? parameter.left : parameter
      if (!given || pattern.type === 'Identifier') return given
      return this.#property(given.node, name, given.env)
    }
    return undefined
  }

  /** Object literal behind an expression. */
  #object(node: Node, env: Env | undefined): Argument | undefined {
    return this.#deeper(node, () => this.#objectOf(node, env))
  }

  #objectOf(node: Node, env: Env | undefined): Argument | undefined {
    if (node.type === 'ObjectExpression') return { node, env }
    if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression')
      return this.#object(node.expression, env)
    if (node.type === 'ConditionalExpression')
      return this.#object(this.#holds(node.test) ? node.consequent : node.alternate, env)
    if (node.type === 'CallExpression') {
      const fn = this.#function(node.callee, env)
      if (!fn || fn.node.body.type === 'BlockStatement') return undefined
      return this.#object(unwrapped(fn.node.body), this.#calling(fn, node, env))
    }
    if (node.type !== 'Identifier') return undefined
    const found = resolve(node.name, node)
    if (found?.kind === 'value') return this.#object(found.node, env)
    const argument = found?.kind === 'parameter' ? this.#argument(found, env) : undefined
    return argument && this.#object(argument.node, argument.env)
  }

  #property(of: Node, name: string, env: Env | undefined): Argument | undefined {
    const object = this.#object(of, env)
    const property = object?.node.properties.find((each: Node) => (each.key?.name ?? each.key?.value) === name)
    return property && { node: property.value, env: object?.env }
  }

  #memberOf(node: Node, env: Env | undefined): Argument | undefined {
    if (node.property.type === 'Literal') return this.#property(node.object, node.property.value, env)
    if (!node.computed) return this.#property(node.object, node.property.name, env)
    const object = this.#object(node.object, env)
    const properties = object?.node.properties.filter((each: Node) => each.type === 'Property') ?? []
    if (properties.length === 0) return undefined
    return { node: properties[this.#choose(sourceOf(node.property), properties.length)].value, env: object?.env }
  }

  #member(node: Node, env: Env | undefined): string | undefined {
    const member = this.#memberOf(node, env)
    return member && this.fragment(member.node, member.env)
  }

  /** Function behind an expression. */
  #function(node: Node, env: Env | undefined): Argument | undefined {
    return this.#deeper(node, () => this.#functionOf(node, env))
  }

  #functionOf(node: Node, env: Env | undefined): Argument | undefined {
    if (isFunction(node)) return { node, env }
    if (node.type === 'MemberExpression') {
      const member = this.#memberOf(node, env)
      return member && this.#function(member.node, member.env)
    }
    if (node.type === 'CallExpression') {
      const fn = this.#function(node.callee, env)
      return fn && isFunction(fn.node.body) ? { node: fn.node.body, env: this.#calling(fn, node, env) } : undefined
    }
    if (node.type !== 'Identifier') return undefined
    const found = resolve(node.name, node)
    if (found?.kind === 'value') return this.#function(found.node, env)
    const argument = found?.kind === 'parameter' ? this.#argument(found, env) : undefined
    return argument && this.#function(argument.node, argument.env)
  }

  #call(node: Node, env: Env | undefined): string | undefined {
    const { callee } = node
    if (generic.has(callee.name)) return 'true'
    if (callee.type === 'MemberExpression' && callee.object.name === 'sql') return this.#builder(node, env)
    const fn = this.#function(callee, env)
    if (!fn) return undefined
    return this.applied(fn.node, this.#calling(fn, node, env))
  }

  #calling(fn: Argument, call: Node, env: Env | undefined): Env {
    const values = call.arguments.map((each: Node) => ({ node: each, env }))
    return { fn: fn.node, values, up: fn.env ?? env }
  }

  /** What a function returns, one of its returns at a time. */
  applied(fn: Node, env: Env | undefined): string | undefined {
    if (fn.body.type !== 'BlockStatement') return this.fragment(fn.body, env)
    const returned = returnsOf(fn.body).filter(each => isFragment(each))
    if (returned.length === 0) return undefined
    const taken = returned.length === 1 ? 0 : this.#choose(`returns ${fn.start} ${sourceOf(fn)}`, returned.length)
    return this.fragment(returned[taken] as Node, env)
  }

  #builder({ callee, arguments: given }: Node, env: Env | undefined): string | undefined {
    switch (callee.property.name) {
      case 'raw':
        return this.text(given[0], env)
      case 'lit':
        return this.#parameter()
      case 'val':
        return undefined
      case 'join':
        return this.elements(given[0], env).join(given[1] ? (this.fragment(given[1], env) ?? ', ') : ', ')
      default:
        return this.text(given[0], env)
          .split('.')
          .map(name => `"${name}"`)
          .join('.')
    }
  }

  /** Rendered elements of a list of fragments or values. */
  elements(node: Node, env: Env | undefined): readonly string[] {
    return this.#deeper(node, () => this.#elements(node, env))
  }

  #elements(node: Node, env: Env | undefined): readonly string[] {
    if (node.type === 'TSAsExpression') return this.elements(node.expression, env)
    if (node.type === 'ConditionalExpression')
      return this.elements(this.#holds(node.test) ? node.consequent : node.alternate, env)
    if (node.type === 'ArrayExpression')
      return node.elements.flatMap((each: Node) =>
        each.type === 'SpreadElement'
          ? this.elements(each.argument, env)
          : [this.fragment(each, env) ?? this.#parameter()],
      )
    if (node.type === 'CallExpression') return this.#mapped(node, env)
    if (node.type !== 'Identifier') return [this.#parameter()]
    const found = resolve(node.name, node)
    if (found?.kind === 'value' && !isFunction(found.node))
      return [...this.elements(found.node, env), ...this.#pushed(node.name, found.node, env)]
    const argument = found?.kind === 'parameter' ? this.#argument(found, env) : undefined
    if (argument) return this.elements(argument.node, argument.env)
    if (found?.kind === 'parameter' && fragmentType.test(sourceOf(found.of.params[found.index])))
      throw new Unknown(`list ${node.name}`, found.of)
    return [this.#parameter()]
  }

  #mapped(node: Node, env: Env | undefined): readonly string[] {
    const { callee } = node
    const method = callee.type === 'MemberExpression' ? callee.property.name : undefined
    if (method === 'filter') return this.elements(callee.object, env)
    const fn = ['map', 'flatMap'].includes(method) ? this.#function(node.arguments[0], env) : undefined
    if (fn) {
      const values = literalsOf(callee.object) ?? [undefined]
      return values.map(value => {
        const bound = { fn: fn.node, values: value ? [{ node: value, env }] : [], up: env }
        return this.applied(fn.node, bound) ?? this.#parameter()
      })
    }
    const called = this.#function(callee, env)
    if (!called) return [this.#parameter()]
    const body = called.node.body.type === 'BlockStatement' ? returnsOf(called.node.body).at(-1) : called.node.body
    const values = node.arguments.map((each: Node) => ({ node: each, env }))
    return body ? this.elements(body, { fn: called.node, values, up: env }) : []
  }

  /** Fragments that are pushed onto a list after its declaration. */
  #pushed(name: string, declared: Node, env: Env | undefined): readonly string[] {
    const block = blockOf(declared)
    const found: string[] = []
    if (block)
      everyNode(block, each => {
        if (
          each.type !== 'CallExpression' ||
          each.callee.property?.name !== 'push' ||
          each.callee.object?.name !== name
        )
          return
        if (this.#choose(`pushed ${sourceOf(each)}`, 2) === 0)
          found.push(...each.arguments.map((one: Node) => this.fragment(one, env) ?? this.#parameter()))
      })
    return found
  }

  /** A string known from the source; literals of a type one after the other. */
  text(node: Node, env: Env | undefined): string {
    return this.#deeper(node, () => this.#text(node, env))
  }

  #text(node: Node, env: Env | undefined): string {
    if (node.type === 'Literal') return String(node.value)
    if (node.type === 'CallExpression' && codeLists.has(node.callee.name)) return `'${reversal}'`
    if (node.type === 'TemplateLiteral')
      return node.quasis
        .map(
          (quasi: Node, index: number) =>
            quasi.value.cooked + (node.expressions[index] ? this.text(node.expressions[index], env) : ''),
        )
        .join('')
    if (node.type === 'ConditionalExpression')
      return this.text(this.#holds(node.test) ? node.consequent : node.alternate, env)
    if (node.type === 'Identifier') {
      const found = resolve(node.name, node)
      if (found?.kind === 'value' && !isFunction(found.node)) return this.text(found.node, env)
      const argument = found?.kind === 'parameter' ? this.#argument(found, env) : undefined
      if (argument) return this.text(argument.node, argument.env)
      const literals = found?.kind === 'parameter' ? literalTypes(found.of.params[found.index]) : []
      if (literals.length > 0) return literals[this.#choose(`literal ${node.name}`, literals.length)] as string
    }
    throw new Unknown(`text of ${sourceOf(node)}`)
  }
}

function blockOf(node: Node): Node | undefined {
  let at = parentOf(node)
  while (at && at.type !== 'BlockStatement' && at.type !== 'Program') at = parentOf(at)
  return at
}

/** Elements of a list of literals. */
function literalsOf(node: Node): readonly Node[] | undefined {
  if (node.type === 'ArrayExpression') return node.elements
  if (node.type === 'TSAsExpression' || node.type === 'ParenthesizedExpression') return literalsOf(node.expression)
  if (node.type === 'CallExpression' && node.callee.property?.name === 'filter') return literalsOf(node.callee.object)
  const found = node.type === 'Identifier' ? resolve(node.name, node) : undefined
  return found?.kind === 'value' ? literalsOf(found.node) : undefined
}

/** String literals of a parameter's type. */
function literalTypes(parameter: Node): readonly string[] {
  const of = (type: Node | undefined): readonly string[] => {
    if (!type) return []
    if (type.type === 'TSLiteralType') return [String(type.literal.value)]
    if (type.type === 'TSUnionType') return type.types.flatMap(of)
    if (type.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return []
    const found = resolve(type.typeName.name, type)
    return found?.kind === 'type' ? of(found.node.typeAnnotation) : []
  }
  return of(parameter.typeAnnotation?.typeAnnotation)
}
