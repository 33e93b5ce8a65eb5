const africa = `
Abidjan 5.32 -4.03 · Accra 5.55 -0.22 · Addis_Ababa 9.03 38.70 · Algiers 36.78 3.05 · Asmara 15.33 38.88
Bamako 12.65 -8.00 · Bangui 4.37 18.58 · Banjul 13.47 -16.65 · Bissau 11.85 -15.58 · Blantyre -15.78 35.00
Brazzaville -4.27 15.28 · Bujumbura -3.38 29.37 · Cairo 30.05 31.25 · Casablanca 33.59 -7.61 · Conakry 9.52 -13.72
Dakar 14.67 -17.43 · Dar_es_Salaam -6.80 39.28 · Djibouti 11.60 43.15 · Douala 4.05 9.70 · El_Aaiun 27.15 -13.20
Freetown 8.50 -13.25 · Gaborone -24.65 25.92 · Harare -17.83 31.05 · Johannesburg -26.25 28.00 · Juba 4.85 31.62
Kampala 0.32 32.42 · Khartoum 15.60 32.53 · Kigali -1.95 30.07 · Kinshasa -4.30 15.30 · Lagos 6.52 3.38
Libreville 0.38 9.45 · Lome 6.13 1.22 · Luanda -8.80 13.23 · Lubumbashi -11.67 27.47 · Lusaka -15.42 28.28
Malabo 3.75 8.78 · Maputo -25.97 32.58 · Maseru -29.47 27.50 · Mbabane -26.30 31.10 · Mogadishu 2.07 45.37
Monrovia 6.30 -10.78 · Nairobi -1.28 36.82 · Ndjamena 12.12 15.05 · Niamey 13.52 2.12 · Nouakchott 18.10 -15.95
Ouagadougou 12.37 -1.52 · Porto-Novo 6.48 2.62 · Sao_Tome 0.33 6.73 · Tripoli 32.90 13.18 · Tunis 36.80 10.18
Windhoek -22.57 17.10`

/** A city with its coordinates in degrees. */
export type ZoneCity = { name: string; latitude: number; longitude: number }

/**
 * The location of cities that African time zones are named after, so that only stops near them get that name. Source:
 * `zone.tab` of the public domain tz database, to a minute of arc.
 */
export const zoneCities = new Map<string, ZoneCity>(
  africa
    .trim()
    .split(/ · |\n/)
    .map((line) => {
      const [zone = '', latitude, longitude] = line.split(' ')
      const name = zone.replaceAll('_', ' ')
      return [
        `Africa/${zone}`,
        { name, latitude: Number(latitude), longitude: Number(longitude) },
      ] as const
    }),
)
