/** Fields folded away in a form: what is drawn of them. */
import type { ScreenCase, Stage } from './page.ts'

const drawn =
  ({ page }: Stage, field: string) =>
  () =>
    page.locator(`[data-record]:visible [data-field="${field}"]`).count()

/** New supplier in its own form. */
async function begun(stage: Stage): Promise<void> {
  await stage.ok('supply.new')
  await stage.see(() => stage.page.locator('[data-record]:visible [data-field=code]').count(), 1)
}

async function folded(stage: Stage, ...fields: readonly string[]): Promise<void> {
  await begun(stage)
  await stage.ok('field.fold', { fields })
  await stage.see(drawn(stage, fields[0] ?? ''), 0)
}

export const foldingCases: readonly ScreenCase[] = [
  {
    id: 'field.fold',
    async check(stage, run) {
      await begun(stage)
      await stage.page.locator('[data-record]:visible [data-field=shortName] input').focus()
      await run()
      await stage.see(drawn(stage, 'shortName'), 0)
      // Taken back from another page too.
      await stage.ok('navigate.brand')
      await stage.ok('command.undo')
      await begun(stage)
      await stage.see(drawn(stage, 'shortName'), 1)
    },
  },
  {
    id: 'field.unfold',
    async check(stage, run) {
      await folded(stage, 'shortName')
      await run({ fields: ['shortName'] })
      await stage.see(drawn(stage, 'shortName'), 1)
    },
  },
  {
    id: 'field.unfoldAll',
    async check(stage, run) {
      await folded(stage, 'shortName', 'legalPerson')
      await run()
      await stage.see(drawn(stage, 'shortName'), 1)
      await stage.see(drawn(stage, 'legalPerson'), 1)
    },
  },
  {
    id: 'field.showFolded',
    async check(stage, run) {
      await folded(stage, 'shortName')
      await run()
      await stage.see(drawn(stage, 'shortName'), 1)
      await run()
      await stage.see(drawn(stage, 'shortName'), 0)
      await stage.ok('field.unfoldAll')
    },
  },
]
