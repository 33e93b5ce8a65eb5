import type { Room } from '#server/room'
import { anonymiseReports, findReportsOfPerson } from './report-repository.ts'
import { fuelRoutes } from './routes.ts'

export const room: Room = {
  routes: fuelRoutes,
  personalData: {
    export: async ({ db }, person_id) => ({
      fuel_reports: await findReportsOfPerson(db, person_id),
    }),
    forget: anonymiseReports,
  },
}
