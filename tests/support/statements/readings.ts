/** Every statement that a template can become: branches one after the other, parameters from each caller. */
import { type Env, Reading, Unknown } from './render.ts'
import { everyNode, isTemplate, type Module, type Node, parentOf, resolve } from './source.ts'

/** Text of a statement, and the templates it was put together from. */
export interface Statement {
  readonly root: Node
  readonly text: string
  readonly templates: ReadonlySet<Node>
}

interface Wanted {
  readonly answers: ReadonlyMap<string, number>
  readonly env: Env | undefined
}

export const isExecuted = (template: Node): boolean => {
  const parent = parentOf(template)
  return parent?.type === 'MemberExpression' && parent.property.name === 'execute'
}

const isWithinAnother = (template: Node): boolean => {
  for (let at = parentOf(template); at; at = parentOf(at)) if (isTemplate(at)) return true
  return false
}

/** Templates of the modules, and the calls by the function they call. */
export class Source {
  readonly templates: readonly Node[]
  /** Templates within no other; those that are executed first. */
  readonly roots: readonly Node[]
  readonly #calls: readonly Node[]

  constructor(modules: readonly Module[]) {
    const templates: Node[] = []
    const calls: Node[] = []
    for (const { program } of modules)
      everyNode(program, node => {
        if (isTemplate(node)) templates.push(node)
        if (node.type === 'CallExpression' && node.callee.type === 'Identifier') calls.push(node)
      })
    this.templates = templates
    this.#calls = calls
    const roots = templates.filter(template => !isWithinAnother(template))
    this.roots = [...roots.filter(isExecuted), ...roots.filter(template => !isExecuted(template))]
  }

  #callersOf(fn: Node): readonly Env[] {
    const isCalled = ({ callee }: Node) => {
      const found = resolve(callee.name, callee)
      return found?.kind === 'value' && found.node === fn
    }
    return this.#calls.filter(isCalled).map(call => ({
      fn,
      values: call.arguments.map((node: Node) => ({ node, env: undefined })),
      up: undefined,
    }))
  }

  /** Statements of a template; those that only a running server knows are left out. */
  statementsOf(root: Node): readonly Statement[] {
    const found = new Map<string, Set<Node>>()
    const queue: Wanted[] = [{ answers: new Map(), env: undefined }]
    const asked = new Set<string>()
    const followed = new Set<Node>()
    for (const { answers, env } of queue) {
      const reading = new Reading(answers)
      try {
        const text = reading.template(root, env)
        found.set(text, new Set([...(found.get(text) ?? []), ...reading.templates]))
      } catch (error) {
        if (!(error instanceof Unknown)) throw error
        if (error.fn && !followed.has(error.fn)) {
          followed.add(error.fn)
          queue.push(...this.#callersOf(error.fn).map(caller => ({ answers, env: caller })))
        }
      }
      for (const [question, of] of reading.questions) {
        const key = `${env?.values[0]?.node.start} ${question}`
        if (asked.has(key)) continue
        asked.add(key)
        // One branch differs at a time: each is taken once, without their product.
        for (let answer = 1; answer < of; answer += 1)
          queue.push({ answers: new Map([...answers, [question, answer]]), env })
      }
    }
    return [...found].map(([text, templates]) => ({ root, text, templates }))
  }
}
