import { Popover } from '@base-ui/react/popover'
import { useAtomValue } from 'jotai'
import { ChevronLeft, ChevronRight } from 'lucide'
import { type ComponentProps, type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { type ChevronProps, DayPicker, type DropdownProps, labelDayButton } from 'react-day-picker'
import { enUS } from 'react-day-picker/locale/en-US'
import { zhCN } from 'react-day-picker/locale/zh-CN'
import { zhTW } from 'react-day-picker/locale/zh-TW'
import type { Locale } from '#contract/messages/locales.ts'
import { isDay } from '#contract/schema/validate.ts'
import { localeAtom } from '../../data/language.ts'
import { plantClock, plantZone } from '../../data/plantClock.ts'
import controls from '../../ui/controls.module.css'
import { Drawing } from '../../ui/icons/icons.tsx'
import { useText } from '../../ui/useText.ts'
import { plainCell } from '../cell.ts'
import { shiftedDay } from '../days.ts'
import popups from '../Popup.module.css'
import styles from './Calendar.module.css'
import { type Bounds, type PossibleDay, possibleDays } from './possibleDays.ts'

export interface CalendarProps {
  readonly title: string | undefined
  /** Day or instant to begin with. */
  readonly value: unknown
  readonly isMoment: boolean
  readonly anchor: Element | null
  /** Field whose bounds grey days. */
  readonly bounds?: Bounds | undefined
  /** Keyboard's place once closed. */
  readonly owner: () => HTMLElement | null
  /** Takes a day, or a day and time of the plant. */
  onPick(text: string): void
  onClose(): void
}

type Language = Pick<ComponentProps<typeof DayPicker>, 'locale' | 'formatters' | 'labels'>

const inChinese: Language['formatters'] = {
  formatMonthDropdown: (month, lib) => lib?.format(month, 'LLL') ?? '',
  formatYearDropdown: (year, lib) => lib?.format(year, 'y年') ?? '',
}

const languages: Readonly<Record<Locale, Language>> = {
  'zh-CN': { locale: zhCN, formatters: inChinese },
  'zh-TW': { locale: zhTW, formatters: inChinese },
  // Day as shown in the cell: `1`, not `1st`.
  'en-US': {
    locale: enUS,
    labels: { labelDayButton: (...of) => labelDayButton(...of).replace(/(\d)[a-z]{2}\b/, '$1') },
  },
}

/** Years to choose from, before and after this one. */
const [yearsBack, yearsAhead] = [100, 50]

/** Days are text; the library wants dates of this machine. */
const dateOf = (day: string) => new Date(`${day}T00:00:00`)
const dayOfDate = (date: Date) => date.toLocaleDateString('sv-SE')

/** Same day of another month, or its last. */
function dayIn(month: Date, day: string): string {
  const [year = 0, number = 0] = day.split('-').map(Number)
  return shiftedDay(day, (month.getFullYear() - year) * 12 + month.getMonth() + 1 - number, 'm')
}

function Arrow({ orientation }: ChevronProps) {
  return <Drawing of={orientation === 'left' ? ChevronLeft : ChevronRight} size={16} />
}

function Choice({ options = [], className: _own, ...props }: DropdownProps) {
  return (
    <select {...props} className={styles.choice}>
      {options.map(({ value, label, disabled }) => (
        <option key={value} value={value} disabled={disabled}>
          {label}
        </option>
      ))}
    </select>
  )
}

const components = { Chevron: Arrow, Dropdown: Choice }

/** `830`, `8:30` and `08：30` as `08:30`; null if invalid. */
function timeIn(typed: string): string | null {
  const [, hour = '', minute = ''] = /^(\d{1,2}):?(\d{2})$/.exec(plainCell(typed)) ?? []
  return hour !== '' && Number(hour) < 24 && Number(minute) < 60 ? `${hour.padStart(2, '0')}:${minute}` : null
}

interface Begun {
  readonly now: string
  readonly today: string
  /** Wall time of the value, else of now. */
  readonly wall: string
  readonly selected: string | undefined
}

function begun(value: unknown, isMoment: boolean): Begun {
  const [given, now] = [String(value ?? ''), new Date().toISOString()]
  const today = plantClock().wall(now).slice(0, 10)
  const isKnown = isMoment ? !Number.isNaN(Date.parse(given)) : isDay(given)
  const wall = isMoment ? plantClock().wall(isKnown ? given : now) : given
  return { now, today, wall, selected: isKnown ? wall.slice(0, 10) : undefined }
}

/** Month of days in a popover; moments have their time beneath. */
export default function Calendar({ title, value, isMoment, bounds, anchor, owner, onPick, onClose }: CalendarProps) {
  const text = useText()
  const popup = useRef<HTMLDivElement>(null)
  const { now, today, wall, selected } = useMemo(() => begun(value, isMoment), [value, isMoment])
  const [typed, setTyped] = useState(wall.slice(11, 16))
  const [day, setDay] = useState(selected ?? today)
  const time = timeIn(typed)
  const isPossible = useMemo(() => possibleDays(bounds), [bounds])
  const pick = (picked: string) => {
    if (!isPossible(picked)) return
    if (isMoment && time === null) return popup.current?.querySelector('input')?.focus()
    const moment = `${picked} ${time}`
    // Unchanged, the second of two like hours is not read as the first.
    if (!isMoment) onPick(picked)
    else if (selected === undefined || moment !== wall.slice(0, 16)) onPick(moment)
    onClose()
  }
  const pickNow = () => {
    onPick(isMoment ? 'now' : today)
    onClose()
  }
  // Keys reach neither the form nor the grid behind; Escape closes.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') event.stopPropagation()
  }
  return (
    <Popover.Root open modal="trap-focus" onOpenChange={isOpen => !isOpen && onClose()}>
      <Popover.Portal>
        <Popover.Positioner
          className={popups.front}
          anchor={anchor}
          align="start"
          sideOffset={3}
          collisionPadding={8}
          collisionAvoidance={{ fallbackAxisSide: 'end' }}
        >
          <Popover.Popup
            ref={popup}
            className={`${popups.popup} ${styles.popup}`}
            aria-label={title === undefined ? text('tables.calendar') : text('calendar.of', { name: title })}
            data-calendar=""
            initialFocus={() => popup.current?.querySelector<HTMLElement>('td button[tabindex="0"]') ?? true}
            finalFocus={owner}
            onKeyDown={onKeyDown}
          >
            <Days
              today={today}
              selected={isMoment ? day : selected}
              isPossible={isPossible}
              onGoTo={setDay}
              onPick={pick}
            />
            <div className={styles.foot}>
              {isMoment ? (
                <TimeField typed={typed} isInvalid={time === null} onType={setTyped} onEnter={() => pick(day)} />
              ) : null}
              <button type="button" className={controls.quiet} disabled={!isPossible(today)} onClick={pickNow}>
                {text(isMoment ? 'calendar.now' : 'calendar.today')}
              </button>
              {isMoment ? (
                <>
                  <button type="button" className={controls.primary} onClick={() => pick(day)}>
                    {text('filter.done')}
                  </button>
                  <small className={styles.zone}>{plantZone(now)}</small>
                </>
              ) : null}
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

interface DaysProps {
  readonly today: string
  readonly selected: string | undefined
  readonly isPossible: PossibleDay
  onGoTo(day: string): void
  onPick(day: string): void
}

function Days({ today, selected, isPossible, onGoTo, onPick }: DaysProps) {
  const locale = useAtomValue(localeAtom)
  const year = Number(today.slice(0, 4))
  return (
    <DayPicker
      {...languages[locale]}
      mode="single"
      captionLayout="dropdown"
      navLayout="around"
      showOutsideDays
      fixedWeeks
      today={dateOf(today)}
      startMonth={new Date(year - yearsBack, 0)}
      endMonth={new Date(year + yearsAhead, 11)}
      defaultMonth={dateOf(selected ?? today)}
      selected={selected === undefined ? undefined : dateOf(selected)}
      disabled={date => !isPossible(dayOfDate(date))}
      onMonthChange={month => onGoTo(dayIn(month, selected ?? today))}
      onDayFocus={date => onGoTo(dayOfDate(date))}
      onSelect={(_picked, date) => onPick(dayOfDate(date))}
      components={components}
      classNames={{
        month: styles.month ?? '',
        month_caption: styles.caption ?? '',
        dropdowns: styles.choices ?? '',
        button_previous: controls.iconButton ?? '',
        button_next: controls.iconButton ?? '',
        month_grid: styles.days ?? '',
        weekday: styles.weekday ?? '',
        day: styles.day ?? '',
        day_button: styles.button ?? '',
        today: styles.today ?? '',
        outside: styles.outside ?? '',
        disabled: styles.impossible ?? '',
        selected: styles.selected ?? '',
      }}
    />
  )
}

interface TimeFieldProps {
  readonly typed: string
  readonly isInvalid: boolean
  onType(text: string): void
  onEnter(): void
}

function TimeField({ typed, isInvalid, onType, onEnter }: TimeFieldProps) {
  const text = useText()
  return (
    <label className={styles.time}>
      <span>{text('calendar.time')}</span>
      <input
        className={controls.input}
        value={typed}
        maxLength={5}
        inputMode="numeric"
        autoComplete="off"
        aria-invalid={isInvalid || undefined}
        onFocus={event => event.currentTarget.select()}
        onChange={event => onType(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Enter') onEnter()
        }}
      />
    </label>
  )
}
