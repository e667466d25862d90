/** Calls of specification §7, by method and path. */
const words = (text: string) => text.trim().split(/\s+/)

/** Method, folder and names as the specification lists them. */
const table: readonly (readonly ['GET' | 'POST', string, string])[] = [
  ['POST', 'Auth', 'login'],
  ['GET', 'Home', 'CreateCode CreatePhoneCode'],
  ['POST', 'Home', 'OperatePwd LoginOut GetSysInfo'],
  ['GET', 'Lang', 'List'],
  ['GET', 'String', 'List'],
  ['POST', 'String', 'Save'],
  ['POST', 'SystemSetting', 'VersionSave'],
  ['GET', 'SystemSetting', 'VersionDel'],
  ['POST', 'User', 'UserSave EditPwd ResetPwd UserDelete'],
  ['GET', 'User', 'UserGet'],
  [
    'GET',
    'SystemSetting',
    `NotifyGet NotifyDel QuestionAnswerClose MenuList AuthMenuList Role CustomerGet CustomerDelete
      CustomerKeyValueList RemoteCustomerKeyValueList GetRoleList`,
  ],
  ['POST', 'SystemSetting', 'NotifySave Menusave RoleSave RoleDelete CustomerSave'],
  [
    'GET',
    'BasicData',
    `BrandDelete UnitDelete ConsumablesDelete TechFlowDelete ProductDelete ProductFormulaDel ProductCopy ProductSpecDel
      ProductTechFlowDel GetFormulaList GetProductSpecList GetProductTechFlowList RemoteMaterialKeyValueList
      MaterialKeyValueList RemoteSupplyKeyValueList RemoteProducePlanKeyValueList ThirdReportDataGet`,
  ],
  [
    'POST',
    'BasicData',
    'TechFlowSave ProductSave ProductFormulaSave ProductSpecSave ProductTechFlowSave ThirdReportDataSave',
  ],
  ['POST', 'Material', 'MaterialStoreInSave MaterialStoreOutSave MaterialSpecSave MaterialSave'],
  [
    'GET',
    'Material',
    `MaterialStoreInDelete GetSpecList MaterialSpecDel GetEmployeeList InitMaterailStoreInForm InitSpecByMaterialId
      GetMaterailStoreInById SupplyDelete MaterialDelete`,
  ],
  [
    'POST',
    'Produce',
    `ProducePlanSave ProducePlanMaterialOutStore ProducePlanMaterialUse ProducePlanMaterialMakeUp ProductStoreInSave
      ProductStoreOutSave ImportControlSave UpdateUseMaterialFactAmount`,
  ],
  [
    'GET',
    'Produce',
    `GetProducePlanById GetProductList GetProduceProductSpecList ProducePlanDel GetProduceMateriaList
      GetProducePlanMaterialStoreOutList GetProducePlanLabelValueList GetProductStoreIn ImportControlGet
      RemoteProductKeyValueList RemoteDealerKeyValueList`,
  ],
  ['POST', 'Sale', 'ProductSaleOutSave CallBackSave RetainSampleSave'],
  ['GET', 'Sale', 'GetDealerLabelValueList CallBackGet RetainSampleGet'],
  ['GET', 'Other', 'EmployeeDelete CallBackPlanGet'],
  ['POST', 'Other', 'CallBackPlanSave'],
  ['POST', 'SafetyReview', 'ReviewAsc ReviewAscDataExport ReviewDesc ReviewDescDataExport'],
]
/** All that are named, by method and path. */
export const named = table.flatMap(([method, folder, names]) =>
  words(names).map(name => [method, `${folder}/${name}`] as const),
)

/** The generic calls, asked for of one entity. */
export const templates = [
  ['POST', 'template/list/brand'],
  ['GET', 'template/edit/brand'],
  ['GET', 'template/config/brand'],
  ['POST', 'template/save/brand'],
  ['POST', 'template/delete/brand'],
] as const
