/** Trace and recall commands, which come with the frame or a script. */
import { registerCommands } from '../core/registry.ts'
import { dealerPhoneCommands } from './dealerPhone.ts'
import { recallCommands } from './recallCommands.ts'
import { traceCommands } from './traceCommands.ts'
import { traceSnapshotCommands } from './traceSnapshot.ts'

export function registerTraceCommands(): () => void {
  const removals = [
    registerCommands('trace', traceCommands),
    registerCommands('recall', recallCommands),
    registerCommands('dealerPhone', dealerPhoneCommands),
    registerCommands('traceSnapshot', traceSnapshotCommands),
  ]
  return () => {
    for (const remove of removals) remove()
  }
}
