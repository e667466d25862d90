import { useAtomValue } from 'jotai'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { entityNamed } from '#contract/index.ts'
import { numberPattern } from '#contract/numberPattern.ts'
import { grantsAtom, menuAtom } from '../data/session/permittedMenu.ts'
import { NotPermitted } from '../ui/NotPermitted.tsx'
import { part } from '../ui/part.tsx'

const AuditScreen = part(() => import('../screens/auditlog/AuditScreen.tsx'))
const CallbackScreen = part(() => import('../screens/recall/CallbackScreen.tsx'))
const HomeScreen = part(() => import('../screens/home/HomeScreen.tsx'))
const TraceScreen = part(() => import('../screens/trace/TraceScreen.tsx'))
const MenuScreen = part(() => import('../screens/menu/MenuScreen.tsx'))
const PlanScreen = part(() => import('../screens/produceplan/PlanScreen.tsx'))
const RoleScreen = part(() => import('../screens/role/RoleScreen.tsx'))
const SettingScreen = part(() => import('../screens/setting/SettingScreen.tsx'))
const WarehouseScreen = part(() => import('../screens/warehouse/WarehouseScreen.tsx'))
const EntityScreen = part(() => import('../tables/EntityScreen.tsx'))
const NumberedScreen = part(() => import('../tables/NumberedScreen.tsx'))
const DocumentScreen = part(() => import('../tables/DocumentScreen.tsx'))

/** Documents by number, e.g. `/callback/CB20261127-0001`. */
const numbered = new RegExp(`^/(?<entity>[a-z]+)/(?<number>${numberPattern})$`)

/** Routes within the frame; sign-in is in App. */
export function ScreenRoutes() {
  const [path] = useLocation()
  const [, page = ''] = path.split('/')
  const menu = useAtomValue(menuAtom)
  const grants = useAtomValue(grantsAtom)
  // Failed menu load implies nothing about permissions: the server decides.
  if (page !== 'index' && menu.length > 0 && !grants.has(page)) return <NotPermitted page={page} />
  return (
    <Switch>
      <Route path="/index">
        <HomeScreen />
      </Route>
      <Route path={numbered}>
        {({ entity = '', number = '' }) => <NumberedScreen entity={entity} number={number} />}
      </Route>
      <Route path="/reviewasc">
        <TraceScreen direction="asc" />
      </Route>
      <Route path="/reviewdesc">
        <TraceScreen direction="desc" />
      </Route>
      <Route path="/produceplan/:id">{({ id }) => <PlanScreen id={id} />}</Route>
      <Route path="/callback/:id">{({ id }) => <CallbackScreen id={id} />}</Route>
      <Route path="/auditlog/:id">{({ id }) => <AuditScreen id={id} />}</Route>
      <Route path="/role/:id">{({ id }) => <RoleScreen id={id} />}</Route>
      <Route path="/menu">
        <MenuScreen />
      </Route>
      <Route path="/warehousework">
        <WarehouseScreen />
      </Route>
      <Route path="/setting">
        <SettingScreen />
      </Route>
      <Route path="/setting/:id">{({ id }) => <SettingScreen id={id} />}</Route>
      <Route path="/:entity/:id">
        {({ entity, id }) =>
          entityNamed(entity) ? <DocumentScreen entity={entity} id={id} /> : <Redirect to="/index" />
        }
      </Route>
      <Route path="/:entity">
        {({ entity }) => (entityNamed(entity) ? <EntityScreen entity={entity} /> : <Redirect to="/index" />)}
      </Route>
    </Switch>
  )
}

export function preloadScreens(): void {
  EntityScreen.preload()
  DocumentScreen.preload()
}
