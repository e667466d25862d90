/** Master data entry of the demo plant. */
import {
  dealers,
  formulas,
  materials,
  people,
  products,
  type Recipe,
  suppliers,
  units,
  warehouses,
  women,
} from './plantData.ts'
import { moreFormulas, moreMaterials, moreProducts, moreSuppliers } from './rangeData.ts'
import type { Script } from './seedScript.ts'

type Materials = typeof materials | typeof moreMaterials

/** Unit of a package, as the specification ends: `50kg/袋`. */
const packageUnitOf = (spec: string) => units.find(([, name]) => spec.endsWith(`/${name}`))?.[0] ?? 'bag'

async function items(script: Script, rows: Materials) {
  for (const [code, name, materialType, unit, shelf, supplier, spec, quantity, warehouse] of rows) {
    await script.save('material', {
      code,
      name,
      materialType,
      baseUnitId: script.id('unit', unit),
      isLotTracked: true,
      isInspected: true,
      ...(shelf ? { shelfLifeValue: shelf, shelfLifeUnit: 'MONTH' } : {}),
      storageCondition: '阴凉干燥处,离墙离地',
      defaultWarehouseId: script.id('warehouse', warehouse),
      defaultSupplyId: script.id('supply', supplier),
      ...(materialType === 'ADDITIVE' ? { maxUsePerKg: code === 'M009' ? '1' : '20' } : {}),
    })
    await script.save('materialspec', {
      materialId: script.id('material', code),
      specCode: `${code}-1`,
      specName: spec,
      packageUnitId: script.id('unit', packageUnitOf(spec)),
      baseQtyPerPackage: quantity,
      isDefault: true,
    })
  }
}

async function water(script: Script) {
  await script.save('material', {
    code: 'W001',
    name: '生产用水',
    materialType: 'WATER',
    baseUnitId: script.id('unit', 'kg'),
    isLotTracked: false,
    isInspected: false,
  })
}

async function goods(script: Script) {
  for (const [code, name, productType, unit, shelf, warehouse] of products) {
    const finished = productType === 'FINISHED'
    await script.save('product', {
      code,
      name,
      productType,
      brandId: script.id('brand', 'HX'),
      categoryCode: '0301',
      baseUnitId: script.id('unit', unit),
      shelfLifeValue: shelf,
      shelfLifeUnit: 'MONTH',
      storageCondition: '置于阴凉干燥处,开启后冷藏',
      defaultWarehouseId: script.id('warehouse', warehouse),
      status: 'ACTIVE',
      ...(finished
        ? {
            standardNo: 'GB/T 18186',
            ingredientList: '水、脱脂大豆、小麦、食用盐、白砂糖、谷氨酸钠',
            licenseNo: 'SC10344010500123',
          }
        : {}),
    })
    await script.save('productspec', {
      productId: script.id('product', code),
      specCode: `${code}-1`,
      specName: finished ? '500mL×12瓶/箱' : '罐装散料(kg)',
      packageUnitId: script.id('unit', unit),
      innerQty: finished ? 12 : 1,
      baseQtyPerPackage: '1',
      ...(finished ? { salePrice: code === 'F201' ? '118.80' : '86.40', grossWeight: '10.8' } : {}),
      isDefault: true,
    })
  }
}

/** Further products, one per case; the last is still being prepared. */
async function range(script: Script) {
  for (const [
    code,
    name,
    productType,
    unit,
    shelf,
    warehouse,
    category,
    standardNo,
    list,
    price,
    weight,
    pack,
  ] of moreProducts) {
    await script.save('product', {
      code,
      name,
      productType,
      brandId: script.id('brand', 'HX'),
      categoryCode: category,
      baseUnitId: script.id('unit', unit),
      shelfLifeValue: shelf,
      shelfLifeUnit: 'MONTH',
      storageCondition: '置于阴凉干燥处,开启后冷藏',
      defaultWarehouseId: script.id('warehouse', warehouse),
      status: code === 'F210' ? 'DRAFT' : 'ACTIVE',
      standardNo,
      ingredientList: list,
      licenseNo: 'SC10344010500123',
    })
    await script.save('productspec', {
      productId: script.id('product', code),
      specCode: `${code}-1`,
      specName: pack,
      packageUnitId: script.id('unit', unit),
      innerQty: 12,
      baseQtyPerPackage: '1',
      salePrice: price,
      grossWeight: weight,
      isDefault: true,
    })
  }
}

async function recipes(script: Script, rows: Readonly<Record<string, Recipe>>) {
  for (const [code, formula] of Object.entries(rows)) {
    const row = await script.save(
      'productformula',
      {
        productId: script.id('product', code),
        versionNo: 'V1',
        formulaName: `${[...products, ...moreProducts].find(([product]) => product === code)?.[1]} V1`,
        baseQty: formula.base,
        baseUnitId: script.id('unit', code.startsWith('F2') ? 'case' : 'kg'),
        yieldRate: formula.yield,
        isMassBalanced: formula.balanced ?? true,
        effectiveFrom: '2026-01-01',
        lines: formula.lines.map(([item, amount, unit]) => ({
          ...(item.startsWith('F')
            ? { itemType: 'PRODUCT', semiProductId: script.id('product', item) }
            : { itemType: 'MATERIAL', materialId: script.id('material', item) }),
          amount,
          unitId: script.id('unit', unit),
        })),
      },
      code,
    )
    // F209 is on trial.
    if (code !== 'F209') await script.run('productformula.approve', { id: row.id })
  }
}

/** Common base: units, brand, people, warehouses. */
export async function seedGround(script: Script): Promise<void> {
  for (const [code, name, unitType, factorNumerator, factorDenominator, decimals, uneceCode] of units)
    await script.save('unit', { code, name, unitType, factorNumerator, factorDenominator, decimals, uneceCode })
  await script.save('brand', { code: 'HX', name: '恒香', nameEn: 'Hengxiang', ownerName: '恒香调味品有限公司' })
  for (const [jobNo, name, department, position, postType, foodSafetyRole] of people)
    await script.save('employee', {
      jobNo,
      name,
      gender: women.has(jobNo) ? 'F' : 'M',
      department,
      position,
      postType,
      foodSafetyRole,
      entryDate: '2022-03-01',
    })
  for (const [code, name, itemType, keeper] of warehouses)
    await script.save('warehouse', { code, name, itemType, keeperId: script.id('employee', keeper) })
}

/** Prefix that GS1 keeps for examples. */
async function organisation(script: Script) {
  const [own] = await script.rows('customer', {})
  if (own) await script.save('customer', { id: own.id, gs1Prefix: '9521234' })
}

export async function seedPlant(script: Script): Promise<void> {
  await organisation(script)
  await seedGround(script)
  for (const [code, name, supplierType, contactName, phone] of [...suppliers, ...moreSuppliers])
    await script.save('supply', {
      code,
      name,
      supplierType,
      contactName,
      phone,
      licenseNo: `SC1${code}2026`,
      licenseExpireDate: '2028-12-31',
      address: '工业园区 1 号',
      approvalStatus: 'APPROVED',
    })
  for (const [code, name, dealerType, region, address, contactName, phone] of dealers)
    await script.save('dealer', {
      code,
      name,
      dealerType,
      region,
      address,
      contactName,
      phone,
      recallContactName: contactName,
      recallPhone: phone,
      salesmanId: script.id('employee', 'E008'),
    })
  await items(script, materials)
  await water(script)
  await goods(script)
  await recipes(script, formulas)
  await items(script, moreMaterials)
  await range(script)
  await recipes(script, moreFormulas)
}
