/** Status of the server as text, for whom the support asks. */
import { readSystemStatus, statusReport } from '../../data/settings/systemStatus.ts'
import { builtin } from '../core/builtin.ts'
import type { Command, CommandContext, Result } from '../core/command.ts'

async function copyStatus(_args: unknown, { signal }: Pick<CommandContext, 'signal'>): Promise<Result> {
  const report = statusReport(await readSystemStatus(signal))
  const isCopied = await (globalThis.navigator?.clipboard?.writeText(report) ?? Promise.reject()).then(
    () => true,
    () => false,
  )
  // Plain http has no clipboard: scripts and the result still have the text.
  return { status: 'ok', data: { text: report }, message: isCopied ? 'status.copied' : 'palette.notCopied' }
}

export const statusCommands: readonly Command[] = [
  builtin('status.copyText', 'app', [], {
    icon: 'copy',
    permission: { menu: 'systemstatus' },
    keywords: ['技术支持', '诊断', '健康检查', '技術支援', '診斷', 'support', 'diagnostics', 'health'],
    run: copyStatus,
  }),
]
