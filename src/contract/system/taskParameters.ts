/** Parameters of scheduled tasks, stored as JSON in `task.params`. */
import { type Fields, isObject, type Values } from '../schema/field.ts'
import { type Definition, fits, misfitInWords, type Say, wholeSetting } from './settingDefinition.ts'

const days = wholeSetting('提前天数', 30, 366, '到期前几天开始提醒。')

/** Definitions by task; a name means the same in each. */
const parameters = {
  HEALTH_CERT: { days },
  CALIBRATION: { days },
  BACKUP: { keep: wholeSetting('保留份数', 7, 1_000, '备份成功后只留最近几份，更早的删除。', 1) },
} as const

type Definitions = Readonly<Record<string, Definition>>

export const parametersOf = (task: unknown): Definitions =>
  (Object.hasOwn(parameters, String(task)) && (parameters as Readonly<Record<string, Definitions>>)[String(task)]) || {}

export const parameterFields: Fields = Object.fromEntries(
  Object.values<Definitions>(parameters).flatMap(each =>
    Object.entries(each).map(([name, { field }]) => [name, field] as const),
  ),
)

/** Stored values by name; null where the text is no JSON object. */
export function parameterValues(text: unknown): Values | null {
  if (text === null || text === undefined || text === '') return {}
  try {
    const value: unknown = JSON.parse(String(text))
    return isObject(value) && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

/** Parameters that a task has, of those stored. */
export function knownParameters(task: unknown, text: unknown): Values {
  const known = parametersOf(task)
  return Object.fromEntries(Object.entries(parameterValues(text) ?? {}).filter(([name]) => Object.hasOwn(known, name)))
}

/** Refusal in words of the values of a task; null where they fit. */
export function parameterRefusal(task: unknown, text: unknown, say: Say): string | null {
  const values = parameterValues(text)
  if (values === null) return say('task.parameters.unreadable')
  const known = parametersOf(task)
  for (const [name, value] of Object.entries(values)) {
    const definition = Object.hasOwn(known, name) ? known[name] : undefined
    if (!definition) return say('task.parameters.unknown', { name })
    if (!fits(definition, value)) return misfitInWords(definition, `task.parameter.${name}`, say)
  }
  return null
}

/** Value of a parameter; its default where none fits. */
export function parameterOf<N extends keyof typeof parameters>(
  task: N,
  name: keyof (typeof parameters)[N] & string,
  values: Values,
): number {
  const definition = parametersOf(task)[name]
  const value = values[name]
  return Number(definition && fits(definition, value) ? value : definition?.initial)
}
