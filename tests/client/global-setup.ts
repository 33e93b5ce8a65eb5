export { setup } from '#tests/support/database/postgres-setup'
