import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { findCommand, isPermitted } from '../../commands/core/registry.ts'
import { commandTitle } from '../../commands/core/titles.ts'
import { execute } from '../../commands/gate/execute.ts'
import { warehouseCommands, warehousePage } from '../../commands/warehouse/warehouseCommands.ts'
import { locationAtom, pathOfAddress } from '../../data/location.ts'
import { countsOf, postedOf } from '../../data/outbox/entries.ts'
import { copiedAtom } from '../../data/outbox/known.ts'
import { outboxAtom } from '../../data/outbox/outbox.ts'
import { grantsAtom } from '../../data/session/permittedMenu.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Icon } from '../../ui/icons/icons.tsx'
import { useHandlers } from '../../ui/useHandlers.ts'
import { useText } from '../../ui/useText.ts'
import { FindTask } from './FindTask.tsx'
import { readAheadForHall, readStockAgain } from './hallCopies.ts'
import { NetworkLine } from './NetworkLine.tsx'
import { OutboxList } from './OutboxList.tsx'
import { PutAwayTask } from './PutAwayTask.tsx'
import { TaskFlow } from './TaskFlow.tsx'
import { documentTasks } from './tasks.ts'
import styles from './Warehouse.module.css'

/** Task and mended entry of the address, kept while another page is in front. */
function useTask() {
  const location = useAtomValue(locationAtom)
  const own = useRef('')
  if (pathOfAddress(location) === warehousePage) own.current = location.split('?')[1] ?? ''
  const given = new URLSearchParams(own.current)
  return { task: given.get('task'), entry: Number(given.get('entry')) || undefined }
}

/** Work in the hall: large tiles, then scan, amount, confirm. */
export default function WarehouseScreen() {
  const text = useText()
  const { task, entry } = useTask()
  useAtomValue(grantsAtom)
  const isCopied = useAtomValue(copiedAtom) !== null
  useEffect(() => void readAheadForHall(), [])
  const { done } = countsOf(useAtomValue(outboxAtom))
  const known = useRef(done)
  useEffect(() => {
    if (done > known.current) void readStockAgain()
    known.current = done
  }, [done])
  const command = task === null ? undefined : findCommand(`warehouse.${task}`)
  const isOpen = command !== undefined && isPermitted(command)
  const documentTask = documentTasks.find(({ name }) => name === task)
  return (
    <div className={styles.screen} data-warehouse={isOpen ? task : 'tasks'} data-copied={isCopied}>
      <NetworkLine />
      {isOpen ? (
        <div className={styles.task} key={`${task} ${entry}`}>
          {documentTask ? <TaskFlow task={documentTask} entry={entry} /> : null}
          {task === 'putAway' ? <PutAwayTask entry={entry} /> : null}
          {task === 'find' ? <FindTask /> : null}
        </div>
      ) : (
        <div className={styles.task}>
          <h1 className={styles.title}>{text('warehousework')}</h1>
          <Tiles />
          <OutboxList />
          <LabelKey />
        </div>
      )}
    </div>
  )
}

/** Alt+T on this page prints the labels of the newest receipt. */
function LabelKey() {
  const ids = postedOf(useAtomValue(outboxAtom), 'receive').slice(-1)
  useHandlers({
    'record.printLabels': {
      run: (_args, { surface, signal, confirm }) =>
        execute('materialstorein.printLabels', { ids }, { surface, signal, confirm }),
      enabled: () => ids.length > 0,
    },
  })
  return null
}

function Tiles() {
  const text = useText()
  const mine = warehouseCommands.filter(isPermitted)
  if (mine.length === 0) return <Empty title={text('warehouse.nothing')} />
  return (
    <ul className={styles.tiles}>
      {mine.map(command => (
        <li key={command.id}>
          <button
            type="button"
            className={styles.tile}
            data-command={command.id}
            aria-label={commandTitle(command)}
            onClick={() => void execute(command.id, {}, { surface: 'button' })}
          >
            <Icon name={command.icon ?? ''} size={30} />
            {text(`warehouse.task.${command.id.split('.')[1]}`)}
          </button>
        </li>
      ))}
    </ul>
  )
}
