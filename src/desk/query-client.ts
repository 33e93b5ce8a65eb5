import { CallError } from '#lib/api/error'
import { retryDefaults } from '#lib/queries/retries'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'

/** The query client of the desk. It retries as the app does, and stores no data on the device. */
export const deskQueryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: askForFactor }),
  mutationCache: new MutationCache({ onError: askForFactor }),
  defaultOptions: {
    queries: retryDefaults,
    mutations: { networkMode: 'always' },
  },
})

/** Loads the membership again once the second factor has expired, so that the desk asks for a code. */
function askForFactor(error: Error): void {
  if (error instanceof CallError && error.code === 'second_factor_needed')
    void deskQueryClient.invalidateQueries({ queryKey: ['membership'] })
}
