import { openRooms } from '#lib/room'
import * as rooms from './rooms.ts'

openRooms(Object.values(rooms))
