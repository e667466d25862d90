import type { Entity } from '#contract/schema/entity.ts'
import type { Arguments, CommandContext, Result } from '../../commands/core/command.ts'
import { type CommandHandler, handlerOf, handlersVersionAtom } from '../../commands/core/registry.ts'
import { navigate } from '../../data/location.ts'
import { store } from '../../data/store.ts'
import { holdKeys } from '../../ui/keyboard/typeAhead.ts'

/** List render timeout, in ms. */
const timeoutMs = 5000

async function listOf(entity: Entity): Promise<CommandHandler | undefined> {
  const find = () => handlerOf(`${entity.name}.new`)
  const { promise, resolve } = Promise.withResolvers<CommandHandler | undefined>()
  const end = store.sub(handlersVersionAtom, () => find() && resolve(find()))
  const timer = setTimeout(() => resolve(undefined), timeoutMs)
  try {
    return find() ?? (await promise)
  } finally {
    end()
    clearTimeout(timer)
  }
}

export async function createInList(entity: Entity, args: Arguments, context: CommandContext): Promise<Result> {
  if (!handlerOf(`${entity.name}.new`)) navigate(`/${entity.name}`)
  return holdKeys(async () => {
    const list = await listOf(entity)
    return (await list?.run(args, context)) ?? { status: 'cancelled' }
  })
}
