/** Cell preview and stepping, on lists of brands and units; nothing is saved. */
import type { ScreenCase } from './page.ts'

const cell = [5, 'nameEn'] as const

/** Preview of the whole cell, and numbers stepped up and down. */
export const editorCases: readonly ScreenCase[] = [
  {
    id: 'grid.peek',
    async check(stage, run) {
      await stage.stand(...cell)
      await run()
      await stage.see(() => stage.page.locator('[data-peek] textarea').inputValue(), 'E06')
      await stage.page.keyboard.press('Escape')
      await stage.see(() => stage.page.locator('[data-peek]').count(), 0)
      await stage.see(stage.cell, cell)
    },
  },
  ...(
    [
      ['stepUp', 1],
      ['stepDown', -1],
    ] as const
  ).map(
    ([name, by]): ScreenCase => ({
      id: `grid.${name}`,
      async check(stage, run) {
        await stage.ok('navigate.unit')
        await stage.stand(0, 'decimals')
        const decimals = Number(await stage.shown(0, 'decimals'))
        await stage.ok('grid.edit')
        await run()
        const typed = () => stage.page.locator('[data-grid]:visible [data-mode=edit]').inputValue()
        await stage.see(typed, String(decimals + by))
        await stage.ok('grid.cancel')
      },
    }),
  ),
]
