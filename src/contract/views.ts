/** Shipped views of lists: filters by entity and name; texts are `views.<entity>.<name>`. */
import type { entities } from './index.ts'
import type { Entity } from './schema/entity.ts'

/** Filter condition; `within` takes relative days, `mine` the caller, when asked. */
export interface ViewCondition {
  readonly field: string
  readonly op: string
  readonly value?: unknown
}

const among = (field: string, ...value: readonly string[]): ViewCondition => ({ field, op: 'in', value })
/** Nonzero stock: the smallest quantity. */
export const inStock: ViewCondition = { field: 'onHandQty', op: 'ge', value: '0.0001' }

export const views = {
  stocklot: {
    pending: [among('qualityStatus', 'PENDING'), inStock],
    hold: [among('qualityStatus', 'HOLD'), inStock],
    recalled: [among('qualityStatus', 'RECALLED'), inStock],
    expiring: [{ field: 'expiryDate', op: 'within', value: 'next30' }, inStock],
  },
  qualityinspection: {
    pending: [among('status', 'PENDING', 'TESTING')],
    judged: [among('status', 'JUDGED')],
  },
  materialstorein: { thisWeek: [{ field: 'storeInDate', op: 'within', value: 'thisWeek' }] },
  produceplan: {
    open: [among('status', 'RELEASED', 'ISSUING', 'PRODUCING', 'FINISHED')],
    short: [{ field: 'isShort', op: 'eq', value: true }],
  },
  unqualifiedproduct: { open: [among('status', 'OPEN', 'DECIDED')] },
  complaint: { open: [among('status', 'OPEN')] },
  auditlog: {
    mine: [{ field: 'byUserId', op: 'mine' }],
    changed: [among('action', 'CREATE', 'UPDATE', 'DELETE', 'SUBMIT', 'REVERSE', 'STATUS')],
    signIn: [among('action', 'LOGIN', 'DENIED', 'PASSWORD')],
    read: [among('action', 'VIEW', 'EXPORT', 'PRINT')],
  },
  taskrun: { notable: [among('outcome', 'FOUND', 'FAILED', 'LOST')] },
  user: { stopped: [among('status', 'LOCKED', 'DISABLED')] },
  callback: { open: [among('status', 'STARTED', 'NOTIFYING', 'RECOVERING', 'DISPOSING')] },
} as const satisfies Partial<Record<keyof typeof entities, Readonly<Record<string, readonly ViewCondition[]>>>>

export const drafts: ViewCondition = among('status', 'DRAFT')

const mine = [drafts, { field: 'createdBy', op: 'mine' }] as const

export interface ShippedView {
  readonly name: string
  /** Message key. */
  readonly title: string
  readonly where: readonly ViewCondition[]
}

/** Drafts of the caller first, of a document. */
export function shippedViews({ name: entity, document }: Entity): readonly ShippedView[] {
  const own = Object.hasOwn(views, entity) ? views[entity as keyof typeof views] : {}
  const further = Object.entries<readonly ViewCondition[]>(own)
  return [
    ...(document ? [{ name: 'mine', title: 'views.mine', where: mine }] : []),
    ...further.map(([name, where]) => ({ name, title: `views.${entity}.${name}`, where })),
  ]
}
