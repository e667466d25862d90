/** The calls of specification §7, by their own method and path: each is served and stands in openapi.json. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './support/server.ts'

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
const named = table.flatMap(([method, folder, names]) =>
  words(names).map(name => [method, `${folder}/${name}`] as const),
)

/** The generic calls, asked for of one entity. */
const templates = [
  ['POST', 'template/list/brand'],
  ['GET', 'template/edit/brand'],
  ['GET', 'template/config/brand'],
  ['POST', 'template/save/brand'],
  ['POST', 'template/delete/brand'],
] as const

let server: TestServer
let paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
beforeAll(async () => {
  server = await startTestServer()
  const headers = { authorization: `Bearer ${await server.signIn()}` }
  paths = (await (await fetch(`${server.url}/openapi.json`, { headers })).json()).paths
})
afterAll(() => server.close())

test('the specification names so many calls, each once', () => {
  expect(new Set(named.map(([method, path]) => `${method} ${path}`)).size).toBe(named.length)
  expect([named.length, templates.length]).toEqual([100, 5])
})

describe('every call of the specification', () => {
  test.each([...named, ...templates])('%s %s is served and described', async (method, path) => {
    expect(Object.keys(paths[`/${path}`] ?? {})).toContain(method.toLowerCase())
    for (const locale of ['', 'zh-CN/', 'zh-TW/', 'en-US/'])
      expect((await server.call(method, `${locale}${path}`)).http).not.toBe(404)
  })
})
