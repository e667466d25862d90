/** Which screen stands at which path. Every screen is loaded when it is first gone to. */
import { lazy } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { entityNamed } from '../contract/index.ts'

const CallbackScreen = lazy(() => import('../screens/callback/CallbackScreen.tsx'))
const HomeScreen = lazy(() => import('../screens/home/HomeScreen.tsx'))
const ReviewScreen = lazy(() => import('../screens/review/ReviewScreen.tsx'))
const MenuScreen = lazy(() => import('../screens/menu/MenuScreen.tsx'))
const PlanScreen = lazy(() => import('../screens/produceplan/PlanScreen.tsx'))
const RoleScreen = lazy(() => import('../screens/role/RoleScreen.tsx'))
const EntityScreen = lazy(() => import('../tables/EntityScreen.tsx'))
const DocumentScreen = lazy(() => import('../tables/DocumentScreen.tsx'))

/** The screens of the frame; sign-in stands outside it, see App. */
export function ScreenRoutes() {
  return (
    <Switch>
      <Route path="/index">
        <HomeScreen />
      </Route>
      <Route path="/reviewasc">
        <ReviewScreen direction="asc" />
      </Route>
      <Route path="/reviewdesc">
        <ReviewScreen direction="desc" />
      </Route>
      <Route path="/produceplan/:id">{({ id }) => <PlanScreen id={id} />}</Route>
      <Route path="/callback/:id">{({ id }) => <CallbackScreen id={id} />}</Route>
      <Route path="/role/:id">{({ id }) => <RoleScreen id={id} />}</Route>
      <Route path="/menu">
        <MenuScreen />
      </Route>
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

/** Fetches the screens that are gone to most, so that the first one opens without a wait. */
export function preloadScreens(): void {
  void import('../tables/EntityScreen.tsx')
  void import('../tables/DocumentScreen.tsx')
}
