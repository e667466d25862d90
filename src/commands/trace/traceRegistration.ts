/** Trace and recall commands, which come with the frame or a script. */
import { onOtherUser } from '../../data/session/session.ts'
import { store } from '../../data/store.ts'
import { printoutAtom } from '../../data/trace/printouts.ts'
import { forgetRecalls } from '../../data/trace/recalls.ts'
import { forgetTraces } from '../../data/trace/traces.ts'
import { registerCommands } from '../core/registry.ts'
import { dealerPhoneCommands } from './dealerPhone.ts'
import { recallCommands } from './recallCommands.ts'
import { traceCommands } from './traceCommands.ts'
import { traceSnapshotCommands } from './traceSnapshot.ts'

export function registerTraceCommands(): () => void {
  const removals = [
    onOtherUser(() => {
      forgetTraces()
      store.set(printoutAtom, null)
      forgetRecalls()
    }),
    registerCommands('trace', traceCommands),
    registerCommands('recall', recallCommands),
    registerCommands('dealerPhone', dealerPhoneCommands),
    registerCommands('traceSnapshot', traceSnapshotCommands),
  ]
  return () => {
    for (const remove of removals) remove()
  }
}
