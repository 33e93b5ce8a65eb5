import { Page } from '#ui/page'

/** The screen of the fixture room. */
export function PlantedScreen() {
  return <Page title="It grows">Everything it needs stands in its folder.</Page>
}
