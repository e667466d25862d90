/** Answer envelope (docs/reference/api.md) and the single catalogue of refusals. */
export interface Answer<T = unknown> {
  readonly status: number
  readonly message: string
  readonly data: T
}

/** Errors by path: `{ 'lines.1.baseQty': 'UNUMBER4' }`; values are keys under `fault.`. */
export type FieldErrors = Readonly<Record<string, string>>

interface Refusal {
  readonly status: number
  readonly http: number
  /** zh-CN text; the message key is `error.<name>`. */
  readonly text: string
}

const refusal = (status: number, text: string, http = 200): Refusal => ({ status, http, text })

/** Expected failures; the error fills placeholders in braces. */
export const refusals = {
  invalid: refusal(1001, '有内容未填对，请看标出的字段'),
  notPermitted: refusal(1002, '您没有此操作的权限，如需办理请系统管理员在“角色”中为您开通'),
  stale: refusal(1003, '已有更新的版本，或当前状态不允许此操作'),
  inUse: refusal(1004, '已被引用：{referrers}'),
  notFound: refusal(1005, '记录不存在或已删除'),
  alreadyDone: refusal(1006, '此前已用别的内容提交过。请刷新核对后重新提交'),
  ticketRequired: refusal(1007, '需要操作密码'),
  wrongState: refusal(1008, '当前状态不允许此操作'),
  badCredentials: refusal(1009, '用户名或密码错误'),
  wrongPassword: refusal(1010, '旧密码错误'),
  lastAdministrator: refusal(1011, '至少要保留一个可用的管理员'),
  systemRole: refusal(1012, '系统内置角色不能删除或停用'),
  cannotGrantMore: refusal(1013, '不能授予自己没有的权限'),
  beyondDataScope: refusal(1022, '您的数据范围只能修改自己或本组录入的记录'),
  wholeOrganisationOnly: refusal(1023, '追溯须看全企业的记录，您的数据范围只含自己或本组'),
  tooManyToSort: refusal(1021, '{total} 行太多，不能按此栏排序：请先筛选'),
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
  outputOverPlan: refusal(2012, '入库合计 {total} 超过计划数量 {planned} 的允许上浮 {tolerance}%，须先审批'),
  blockedByUse: refusal(2013, '后续单据已使用，不能冲销：{blockers}'),
  samePerson: refusal(2014, '{first}与{second}不能是同一人'),
  supplierNotApproved: refusal(2015, '供应商 {supplier} 未准入或许可证已过期，只能收入隔离库位'),
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
  tooManyToTrace: refusal(2028, '超过 {most} 个源头批次，请缩小条件'),
  noEmployee: refusal(2026, '您的账号没有关联员工，不能签署'),
  approvalMissing: refusal(2027, '此类单据须先由另一人审批'),
  lotQuarantined: refusal(2031, '批次 {lotNo} 在隔离库位，不能领用或销售'),
  labelOnly: refusal(2032, '批次 {lotNo} 状态为{status}，只能更正标签'),
  periodClosed: refusal(2033, '{day} 及以前的库存已结账，不能再过账'),
  makeUpNotOnPlan: refusal(2101, '{item} 不在计划 {planNo} 的用料中，也不是替代料'),
  correctionOfCorrection: refusal(2102, '这是一条更正记录，请更正原投料记录 {docNo}'),
  additiveOverLimit: refusal(2103, '添加剂 {item} 用量 {perKg} g/kg 超过最大使用量 {limit} g/kg'),
  additivesUnchecked: refusal(2104, '添加剂投料未复核：{uses}'),
  controlRecordsMissing: refusal(2105, '关键控制点监控记录不全，缺 {count} 条：{steps}'),
  lossUnexplained: refusal(2106, '损耗 {loss}% 超出允许范围 {min}%~{max}%，请填写损耗说明'),
  inspectionMissing: refusal(2107, '产出批次还没有出厂检验单：{lots}'),
  allergenNotDeclared: refusal(2108, '批次 {lotNo} 含有产品未标示的致敏物质：{allergens}'),
  massNotBalanced: refusal(2109, '配料合计 {total} kg，应在 {least}~{most} kg 之间'),
  formulaCycle: refusal(2110, '配方经半成品又用到产品本身：{product}'),
  factorLocked: refusal(2111, '已被使用，换算关系不能再改：{referrers}'),
  linesRefused: refusal(2115, '{count} 行不能过账：{reasons}'),
  lotNotInPlan: refusal(2112, '批次 {lotNo} 不在计划 {planNo} 的在制结存中'),
  exportTooLarge: refusal(3001, '超过 {most} 行，不能一次导出，请先缩小筛选范围'),
  importUnreadable: refusal(3002, '文件无法读取，请用 xlsx 或 csv'),
  importTooManyRows: refusal(3003, '超过 {most} 行，请分成几个文件导入'),
  importEmpty: refusal(3004, '文件中没有可导入的行'),
  importKeyMissing: refusal(3005, '缺少用来对应记录的列：{columns}'),
  importColumnTwice: refusal(3006, '有两列都是“{column}”'),
  importRowTwice: refusal(3007, '与上面的一行重复'),
  importAmbiguous: refusal(3008, '有 {count} 条记录与此行对应，请在页面上修改'),
  importRefused: refusal(3009, '{count} 行有错，没有导入任何内容'),
  fileTooLarge: refusal(3010, '文件超过 {megabytes} MB'),
  fileNotAllowed: refusal(3011, '不接受这种文件，可用：{allowed}'),
  wrongContent: refusal(3012, '文件内容与扩展名不符，或文件是空的'),
  notAPicture: refusal(3013, '图片无法读取，或像素太多'),
  fileQuota: refusal(3014, '今天上传的文件太多，请明天再传或联系管理员'),
  captureFailed: refusal(3015, '无法取得远程图片'),
  paperTooLong: refusal(3020, '记录超过 {most} 条，一份单据印不下'),
  papersBusy: refusal(3021, '制作单据的人较多，前面还有 {ahead} 个，请稍后再试'),
  paperNeedsWhole: refusal(3022, '此单据须列全企业的记录，您的数据范围只含自己或本组'),
  drawingTooLarge: refusal(3023, '内容太多，内存不够，没有制作出来：请缩小范围，分成几份'),
  drawingTooSlow: refusal(3024, '{seconds} 秒内没有制作完：内容太多，或服务器正忙，请稍后再试'),
  drawingFailed: refusal(3025, '没有制作出来。请把编号 {id} 告诉管理员，原因记在服务器日志里'),
  lotOfOtherSupplier: refusal(2060, '批次 {lotNo} 不是供应商 {supplier} 的货'),
  quarantineOnly: refusal(2061, '批次 {lotNo} 为{status}，只能移入隔离库位'),
  reworkNotDecided: refusal(2062, '批次 {lotNo} 还没有返工的处理决定'),
  returnOverSold: refusal(2063, '经销商 {dealer} 只剩 {available} {unit} 批次 {lotNo}，不能退回 {needed}'),
  recallNotOpen: refusal(2064, '召回 {docNo} 状态为{status}，不能退回入库'),
  lotNotRecalled: refusal(2065, '批次 {lotNo} 不在召回 {docNo} 的范围内'),
  bookChanged: refusal(2066, '批次 {lotNo} 的账面已由 {before} 变为 {now}，请重新盘点'),
  sampleKept: refusal(2067, '批次 {lotNo} 已有常规留样 {docNo}'),
  sampleUsed: refusal(2068, '留样 {docNo} 已取用 {used} {unit}，不能删除'),
  bySampleOnly: refusal(2069, '留样出库 {docNo} 随留样单冲销，请删除留样单'),
  consumablesShort: refusal(2070, '耗材 {name} 库存不足：需要 {needed}，可用 {available} {unit}'),
  placeNotEmpty: refusal(2071, '{place} 还有库存：{lots}'),
  noCompanyPrefix: refusal(2092, '企业资料里还没有 GS1 厂商识别代码，不能编托盘号'),
  onPallet: refusal(
    2093,
    '批次 {lotNo} 在 {place} 有 {quantity} {unit} 封在托盘 {sscc} 上：请整托出库或移库，或先拆托',
  ),
  palletNotClosed: refusal(2094, '托盘 {sscc} 状态为{status}，只有已封托的可以整托出库或移库'),
  palletDiffers: refusal(2095, '托盘 {sscc} 只能整托出库：明细须与托盘上的货一致'),
  palletEmpty: refusal(2096, '托盘 {sscc} 上没有货，不能封托'),
  palletShort: refusal(2097, '批次 {lotNo} 在 {place} 只有 {available} {unit}，各托盘合计要 {needed} {unit}'),
  healthExpired: refusal(2040, '员工 {name} 的健康证有效期至 {date}，不能从事直接接触食品的工作'),
  notOnDuty: refusal(2041, '员工 {name} 状态为{status}，不能上岗'),
  equipmentNotUsable: refusal(2042, '设备 {name} 状态为{status}，不能使用'),
  instrumentNotUsable: refusal(2043, '仪器 {name} 状态为{status}，不能使用'),
  instrumentOverdue: refusal(2044, '仪器 {name} 检定/校准有效期至 {date}，不能使用'),
  openCase: refusal(2045, '批次 {lotNo} 还有未结的单据 {docNo}，不能放行'),
  releaseByInspection: refusal(2046, '批次 {lotNo} 有检验单 {docNo}，请在检验单上判定并放行'),
  supplierLotKnown: refusal(2047, '供应商批号 {supplierLotNo} 已收入批次 {lotNo}：请选择该批次，或注明为新批次'),
  concessionOfSafety: refusal(2048, '涉及安全指标的不合格品不能让步接收'),
  disposalDiffers: refusal(2049, '单据 {docNo} 处置 {moved}，不合格数量为 {quantity}'),
  impactMissing: refusal(2050, '仪器 {name} 检定/校准不合格：请评估上次合格以来用它检验的批次 {lots}'),
  employeeInUse: refusal(2051, '员工已被引用，不能删除，请办理离职：{referrers}'),
  notRelabelled: refusal(2052, '批次 {lotNo} 没有以补正标签处置的召回，不能恢复'),
  captchaRequired: refusal(1014, '请输入图中的验证码'),
  phoneCodeWrong: refusal(1015, '短信验证码错误或已失效'),
  smsUnavailable: refusal(1016, '短信通道尚未配置，请联系管理员'),
  authenticatorWrong: refusal(1017, '动态口令错误或已用过'),
  passwordChangeRequired: refusal(1019, '您的密码由他人设置，请先修改密码'),
  mailUnavailable: refusal(1018, '邮件通道尚未配置，请联系管理员'),
  gradeNotInForce: refusal(2080, '召回等级 {grade} 在 {day} 不在有效期内'),
  recallPlanNotApproved: refusal(2081, '召回计划 {docNo} 尚未批准'),
  recallUnaccounted: refusal(2082, '还有未核销数量，请填写说明：{lots}'),
  recallUndisposed: refusal(2113, '要销毁的召回产品还在库：{lots}'),
  noticesSent: refusal(2114, '没有待发的通知'),
  recallOver: refusal(2083, '召回 {docNo} 状态为{status}，不能再登记'),
  recallStillOpen: refusal(2084, '召回 {docNo} 尚未结案'),
  recallLotLeft: refusal(2085, '已启动的召回不能移除批次 {lotNo}'),
  labelReasonMissing: refusal(2120, '标签已打印过，重新打印请填写原因：{titles}'),
  tooManyLabels: refusal(2121, '一次最多打印 {most} 张标签，这次是 {count} 张，请分几次打印'),
  labelFaulty: refusal(2122, '标签不能打印：{faults}'),
  labelTemplateMissing: refusal(2123, '没有启用的“{purpose}”标签模板，请管理员添加'),
  printerDisabled: refusal(2124, '打印机 {name} 已停用'),
  noLabels: refusal(2125, '所选记录没有可打印的标签'),
  labelsBusy: refusal(2126, '打印标签的人较多，前面还有 {ahead} 个，请稍后再试'),
  labelsForgotten: refusal(2127, '{docNo} 的标签内容只保留 {days} 天，请从记录重新打印'),
  unauthorized: refusal(401, '请先登录', 401),
  forbidden: refusal(403, '账户已停用或来源不受信任', 403),
  noSuchRoute: refusal(404, '没有这个地址', 404),
  tooLarge: refusal(413, '内容过大', 413),
  wrongType: refusal(415, '内容类型不受支持', 415),
  tooMany: refusal(429, '操作太频繁，请在 {seconds} 秒后再试', 429),
  databaseFull: refusal(1051, '服务器磁盘已满，暂时不能保存；查询不受影响。请联系管理员清理磁盘', 503),
  databaseReadOnly: refusal(1052, '数据库目前只读，暂时不能保存，请稍后再试', 503),
  outcomeUnknown: refusal(1056, '保存时与数据库的连接断了，不能确定是否已保存。请再保存一次：已保存的不会重复', 503),
  exportRunning: refusal(1053, '您的上一个导出还在进行，请等它完成'),
  exportsBusy: refusal(1054, '导出的人较多，前面还有 {ahead} 个，请稍后再试'),
  diskLow: refusal(
    1055,
    '{folder}所在磁盘快满了，只剩 {megabytes} MB，已暂停保存；查询、导出和删除不受影响。请联系管理员清理磁盘',
    503,
  ),
  unavailable: refusal(503, '数据库暂时不可用，请稍后再试', 503),
  defect: refusal(500, '系统出错，编号 {id}', 500),
} as const satisfies Record<string, Refusal>

export type RefusalName = keyof typeof refusals

export class AppError extends Error {
  override readonly name = 'AppError'
  readonly refusal: RefusalName
  readonly data: unknown
  /** @param cause logged, never shown */
  constructor(refusal: RefusalName, data: unknown = null, cause?: unknown) {
    super(refusal, cause === undefined ? undefined : { cause })
    this.refusal = refusal
    this.data = data
  }
}

export function invalid(fieldErrors: FieldErrors): AppError {
  return new AppError('invalid', fieldErrors)
}
