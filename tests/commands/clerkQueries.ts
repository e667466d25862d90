/** What clerks of a food plant type, with the commands that are right. Written before any result was seen. */
const asked: readonly (readonly [ids: string, queries: string])[] = [
  // Receiving.
  [
    'navigate.materialstorein materialstorein.new',
    '收货,進貨,进货,shouhuo,jinhuo,收貨,到货,来料,购进,receipt,goods receipt',
  ],
  [
    'navigate.materialstorein materialstorein.new',
    'reciept,recieve,receiving,incoming goods,GRN,收料,采购收货,验收入库,yllk,进料',
  ],
  ['navigate.materialstorein navigate.productstorein', '入库单,入庫單'],
  ['navigate.productsaleout navigate.materialstoreout navigate.productstoreout', '出库单,出庫單'],
  ['materialstorein.new', '新建收货,新增收货,录入收货,new receipt,add receipt,開收貨單,收货单新建'],
  ['materialstorein.submit', '收货过账,post receipt,过账收货'],
  // Returns and scrap of materials, transfers.
  [
    'navigate.materialstoreout materialstoreout.new',
    '退货,退貨,thd,退货单,tuihuo,退供应商,报废,報廢,baofei,scrap,return to supplier',
  ],
  ['navigate.materialstoreout materialstoreout.new', '调拨,調撥,diaobo,db,移库,transfer,tranfer,库间调拨,原料出库'],
  // Plans.
  [
    'navigate.produceplan produceplan.new',
    '排产,生产单,工单,生产任务,production order,work order,scjh,produciton plan,排程,生產計畫',
  ],
  ['produceplan.new', '新建计划,下生产单,new plan,xjjh'],
  ['produceplan.release', '下达计划,计划下达,release plan,xdjh'],
  ['produceplan.finish', '完工,计划完工,finish plan'],
  // Issue, charge, make-up.
  [
    'produceplan.issue navigate.getmaterialrecord getmaterialrecord.new',
    '领料,領料,lingliao,ll,领料单,发料,發料,出料,issue materials,issue,material issue',
  ],
  [
    'produceplan.use navigate.usematerialrecord usematerialrecord.new',
    '投料,tl,touliao,投料单,下料,加料,charge,consume,投料記錄',
  ],
  ['produceplan.makeUp navigate.materialmakeup materialmakeup.new', '补料,補料,buliao,超领'],
  ['getmaterialrecord.new navigate.getmaterialrecord', '退料,return materials'],
  // Finished goods.
  [
    'navigate.productstorein productstorein.new produceplan.receive',
    '成品入库,成品入庫,cprk,完工入库,产成品入库,finished goods',
  ],
  ['navigate.productstoreout productstoreout.new', '产品报废,返工,成品出库,成品报废'],
  [
    'navigate.productsaleout productsaleout.new dealer.sell',
    '发货,發貨,出货,fahuo,shipment,shiping,delivery,deliver,送货,销售单,xsd,出貨單,sales,销货',
  ],
  ['productsaleout.new', '新建发货,新增销售单,new shipment,new delivery'],
  ['productsaleout.confirm', '签收,簽收,回单,qianshou'],
  // Traces.
  [
    'stocklot.traceForward navigate.reviewasc reviewasc.run',
    '正向追溯,zxzs,正向追踪,顺向追踪,順向追蹤,forward trace,正追,追踪去向,trace foward,去向',
  ],
  [
    'stocklot.traceBackward navigate.reviewdesc reviewdesc.run',
    '反向追溯,fxzs,逆向追溯,逆向追踪,反追,backward trace,来源,溯源,倒查,trace back,where from',
  ],
  [
    'stocklot.traceForward navigate.reviewasc stocklot.traceBackward navigate.reviewdesc',
    '追踪,追溯批次,trace,traceability',
  ],
  // Recall.
  ['navigate.callback callback.new reviewasc.recall', '召回,回收,zhaohui,recall,recal,产品召回,開立回收'],
  ['navigate.callbackdrill callback.seededDrill reviewasc.drill', '演练,召回演练,drill,mock recall,模拟召回'],
  ['navigate.callbackdealer callback.notify', '召回通知,通知客户,recall notice'],
  // Quality.
  [
    'navigate.qualityinspection qualityinspection.new',
    '送检,送檢,songjian,质检,检验,zj,jyd,来料检验,进货检验,IQC,inspection,inspecton,化验,请检,QC,抽检',
  ],
  ['qualityinspection.judge', '判定,检验判定,judge'],
  ['stocklot.release qualityinspection.release', '放行,fangxing,fx,release,relase,合格放行,release lot,批次放行'],
  ['stocklot.hold', '冻结,凍結,djpc,锁定,隔离,扣留,hold,待定,block lot,quarantine'],
  ['stocklot.reject', '判不合格,拒收,reject'],
  [
    'navigate.unqualifiedproduct unqualifiedproduct.new',
    '不合格品,不良品,bhg,次品,nonconforming,non-conforming,不合格',
  ],
  ['navigate.retainsample retainsample.new', '留样,留樣,liuyang,ly,retained sample,sample,留样登记'],
  ['navigate.importcontrol importcontrol.new', 'CCP,关键控制点,HACCP,管制点,critical control point,杀菌记录'],
  ['navigate.thirdreport thirdreport.new', '第三方报告,检测报告,外检,lab report,检验报告'],
  // Stock.
  ['navigate.stockcount stockcount.new', '盘点,盤點,pandian,pd,xzpd,盘库,点库存,stocktake,stock count,inventory count'],
  [
    'navigate.stockitem',
    '库存,庫存,库存查询,kucun,kc,现存量,查库存,stock,inventory,inventry,on hand,结存,存货,现有量,how much',
  ],
  ['navigate.stockbalance', '库存余额,kcye,stock balances'],
  ['navigate.stockledger', '流水,库存流水,台账,出入库明细,进出明细,movements,ledger'],
  ['navigate.stocklot', '批次,批号,pihao,ph,batch,lot,lots,批號,效期,过期'],
  ['navigate.stockrelabel stockrelabel.new', '换标,換標,relabel,改标签'],
  ['navigate.warehouse', '仓库,倉庫,ck,warehouse,warehuose'],
  ['navigate.stocklocation', '库位,儲位,货位,location,locaton,bin'],
  // Master data.
  ['navigate.supply', '供应商,供應商,gys,vendor,supplier,suplier,供货商,厂家'],
  ['navigate.dealer', '客户,客戶,经销商,kh,customer,dealer,代理商'],
  ['navigate.material', '原料,原物料,物料,raw material,ingredient,原材料,食材'],
  ['navigate.product', '产品,產品,成品,product,prodcut,商品'],
  ['navigate.productformula', '配方,peifang,BOM,recipe,formula,recepie,配方表'],
  ['navigate.employee', '员工,員工,yg,staff,employee,人员'],
  ['navigate.employeehealth', '健康证,体检,health certificate,健康證'],
  ['navigate.complaint', '投诉,客诉,客訴,tousu,complaint,compliant'],
  ['navigate.equipmentrepaidrecord', '维修,报修,设备维修,repair,maintenance'],
  ['navigate.detecequipmentrecord navigate.detecequipment', '校准,计量器具,calibration'],
  // The console itself.
  ['password.change', '改密码,修改密码,change password,passwrod'],
  ['session.signOut', '退出,登出,注销,logout,sign out'],
  ['keys.sheet', '快捷键,shortcuts'],
  ['locale.en-US', 'en,english,英文'],
  ['locale.zh-CN', 'zh,简体'],
  ['navigate.auditlog', '操作日志,日志,audit log,审计,稽核'],
  ['navigate.setting', '设置,設定,settings,偏好'],
  ['navigate.customer', '货币,幣別,currency'],
  ['navigate.task navigate.systemstatus', '备份,備份,backup'],
  ['navigate.role', '权限,權限,permissions'],
]

export interface ClerkQuery {
  readonly query: string
  readonly ids: readonly string[]
}

export const clerkQueries: readonly ClerkQuery[] = asked.flatMap(([ids, queries]) =>
  queries.split(',').map(query => ({ query, ids: ids.split(' ') })),
)
