import { registerRooms } from '#lib/room'
import * as rooms from './rooms.ts'

registerRooms(Object.values(rooms))
