/** The envelope of every answer and the one catalogue of refusals (api.md). */
export interface Answer<T = unknown> {
  readonly status: number
  readonly message: string
  readonly data: T
}

/** Faults by field path: `{ 'lines.1.baseQty': 'UNUMBER4' }`. Values are message keys under `fault.`. */
export type Faults = Readonly<Record<string, string>>

interface Refusal {
  readonly status: number
  readonly http: number
  /** zh-CN text; the message key is `error.<name>`. */
  readonly text: string
}

const refusal = (status: number, text: string, http = 200): Refusal => ({ status, http, text })

/** Every way a call can fail that is not a defect. Values in braces come with the error. */
export const refusals = {
  invalid: refusal(1001, '有内容未填对，请看标出的栏位'),
  notPermitted: refusal(1002, '您没有此操作的权限'),
  stale: refusal(1003, '内容已被他人修改，或当前状态不允许此操作'),
  inUse: refusal(1004, '已被引用，不能删除：{referrers}'),
  notFound: refusal(1005, '记录不存在或已删除'),
  alreadyDone: refusal(1006, '同一幂等键已用于另一内容'),
  ticketRequired: refusal(1007, '需要操作密码'),
  wrongState: refusal(1008, '当前状态不允许此操作'),
  badCredentials: refusal(1009, '用户名或密码错误'),
  wrongPassword: refusal(1010, '旧密码错误'),
  lastAdministrator: refusal(1011, '至少要保留一个可用的管理员'),
  systemRole: refusal(1012, '系统内置角色不能删除或停用'),
  cannotGrantMore: refusal(1013, '不能授予自己没有的权限'),
  shortOfStock: refusal(2001, '批次 {lotNo} 库存不足：需要 {needed}，可用 {available} {unit}'),
  lotNotUsable: refusal(2002, '批次 {lotNo} 状态为{status}，不能用于此操作'),
  lotExpired: refusal(2003, '批次 {lotNo} 已于 {expiryDate} 到期'),
  lotWrongItem: refusal(2004, '批次 {lotNo} 不属于此物料'),
  lotTaken: refusal(2005, '批号 {lotNo} 已存在'),
  remainingDaysTooFew: refusal(2006, '批次 {lotNo} 剩余保质期 {days} 天，要求至少 {required} 天'),
  fefoReasonMissing: refusal(2007, '批次 {lotNo} 之前还有更早到期的批次 {earlier}，请填写未按先到期先出的原因'),
  issueOverRequired: refusal(2008, '领料合计超过需求的 {tolerance}%:{item} 需求 {required}，合计 {total}'),
  planNotOpen: refusal(2009, '计划 {planNo} 状态为{status}，不能进行此操作'),
  formulaNotInForce: refusal(2010, '配方未批准或在生产日期未生效'),
  nothingUsed: refusal(2011, '计划 {planNo} 还没有投料，不能完工入库'),
  outputOverPlan: refusal(2012, '入库合计 {total} 超过计划数量 {planned} 的 110%'),
  blockedByUse: refusal(2013, '后续单据已使用，不能冲销：{blockers}'),
  samePerson: refusal(2014, '{first}与{second}不能是同一人'),
  supplierNotApproved: refusal(2015, '供应商 {supplier} 未准入或许可证已过期'),
  dealerDisabled: refusal(2016, '经销商 {dealer} 已停用'),
  certificateMissing: refusal(2017, '批次 {lotNo} 没有出厂检验合格证号'),
  backdatedTooFar: refusal(2018, '业务时间不能早于 {days} 天前，也不能晚于现在'),
  balanceLater: refusal(2019, '批次 {lotNo} 在 {at} 的结存会变为负数'),
  unitLocked: refusal(2020, '已有库存流水，基本单位和批次管理不能再改'),
  formulaLocked: refusal(2021, '配方已批准，请另存新版本'),
  nothingProduced: refusal(2022, '还没有完工入库，不能完工'),
  workInProgressLeft: refusal(2023, '在制结存未清零：{lots}'),
  nothingToTrace: refusal(2024, '请至少填写一个批号或其他条件'),
  lotUnknown: refusal(2025, '找不到批次 {lotNo}'),
  noEmployee: refusal(2026, '您的账号没有关联员工，不能签署'),
  approvalMissing: refusal(2027, '此类单据须先由另一人审批'),
  unauthorized: refusal(401, '请先登录', 401),
  forbidden: refusal(403, '账户已停用或来源不受信任', 403),
  noSuchRoute: refusal(404, '没有这个地址', 404),
  tooLarge: refusal(413, '内容过大', 413),
  wrongType: refusal(415, '内容类型不受支持', 415),
  tooMany: refusal(429, '操作太频繁，请在 {seconds} 秒后再试', 429),
  unavailable: refusal(503, '数据库暂时不可用，请稍后再试', 503),
  defect: refusal(500, '系统出错，编号 {id}', 500),
} as const satisfies Record<string, Refusal>

export type RefusalName = keyof typeof refusals

/** The one error that is an answer: named in the catalogue, with what is needed to act on it. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly refusal: RefusalName
  readonly data: unknown
  constructor(refusal: RefusalName, data: unknown = null) {
    super(refusal)
    this.refusal = refusal
    this.data = data
  }
}

/** Refuses a row for its fields. */
export function invalid(faults: Faults): AppError {
  return new AppError('invalid', faults)
}
