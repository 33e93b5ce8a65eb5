/**
 * Towns from which or to which nobody sells a seat with us: name, then latitude and longitude to a tenth of a degree
 * (11 km). They are known only so that the nearest city can be offered. Once a town gets a bus, it is also in the lists
 * of cities, which are searched first.
 */
const written = `
Arochukwu 5.4 7.9, Ohafia 5.6 7.8, Numan 9.5 12.0, Jimeta 9.3 12.4, Ganye 8.4 12.1, Michika 10.6 13.4, Oron 4.8 8.2,
Abak 5.0 7.8, Ikot Abasi 4.6 7.6, Ekwulobia 6.0 7.1, Ihiala 5.9 6.9, Ogidi 6.1 6.9, Aguata 6.0 7.1, Jamaare 11.7 9.9,
Misau 11.3 10.5, Katagum 12.3 10.4, Ningi 11.1 9.6, Tafawa Balewa 9.8 9.6, Brass 4.3 6.2, Nembe 4.5 6.4,
Sagbama 5.2 6.2, Ogbia 4.7 6.3, Katsina Ala 7.2 9.3, Vandeikya 6.8 9.1, Adikpo 6.9 9.2, Zaki Biam 7.5 9.6,
Bama 11.5 13.7, Dikwa 12.0 13.9, Gwoza 11.1 13.7, Monguno 12.7 13.6, Chibok 10.9 12.8, Obudu 6.7 9.2, Ugep 5.8 8.1,
Akamkpa 5.3 8.4, Obubra 6.1 8.3, Ughelli 5.5 6.0, Abraka 5.8 6.1, Kwale 5.7 6.4, Oleh 5.5 6.2, Burutu 5.4 5.5,
Ozoro 5.5 6.2, Ogwashi Uku 6.2 6.5, Onueke 6.2 8.0, Ezzamgbo 6.4 8.0, Uromi 6.7 6.3, Igarra 7.3 6.1, Irrua 6.7 6.2,
Sabongida Ora 6.9 5.9, Igueben 6.6 6.2, Okada 6.7 5.4, Ikere 7.5 5.2, Ijero 7.8 5.1, Ikole 7.8 5.5, Oye 7.8 5.3,
Ise 7.5 5.4, Emure 7.4 5.5, Efon 7.7 4.9, Otun 8.0 5.1, Udi 6.3 7.4, Oji River 6.3 7.3, Awgu 6.1 7.5,
Obollo Afor 6.9 7.5, Eha Amufu 6.7 7.8, Kaltungo 9.8 11.3, Billiri 9.9 11.2, Bajoga 10.9 11.4, Dukku 10.8 10.8,
Okigwe 5.8 7.3, Oguta 5.7 6.8, Mbaise 5.5 7.3, Mbano 5.7 7.2, Gumel 12.6 9.4, Kazaure 12.7 8.4, Birnin Kudu 11.5 9.5,
Ringim 12.2 9.2, Kari 11.2 10.6, Saminaka 10.4 8.7, Birnin Gwari 11.0 6.8, Kagoro 9.6 8.4, Zonkwa 9.8 8.3,
Kachia 9.9 8.0, Ikara 11.2 8.2, Bichi 12.2 8.2, Wudil 11.8 8.8, Rano 11.6 8.6, Gwarzo 12.2 7.9, Daura 13.0 8.3,
Malumfashi 11.8 7.6, Jibia 13.1 7.2, Kankia 12.4 7.8, Bakori 11.6 7.4, Argungu 12.7 4.5, Zuru 11.4 5.2,
Jega 12.2 4.4, Bagudo 11.4 4.2, Koko 11.4 4.5, Idah 7.1 6.7, Ankpa 7.4 7.6, Anyigba 7.5 7.2, Dekina 7.7 7.0,
Ajaokuta 7.6 6.7, Egbe 8.2 5.5, Isanlu 8.3 5.8, Jebba 9.1 4.8, Patigi 8.7 5.8, Lafiagi 8.9 5.4, Omu Aran 8.1 5.1,
Kaiama 9.6 3.9, Ajase Ipo 8.2 4.8, Nasarawa 8.5 7.7, Akwanga 8.9 8.4, Wamba 8.9 8.6, Karu 9.0 7.6, Doma 8.4 8.4,
Kontagora 10.4 5.5, Mokwa 9.3 5.1, Zungeru 9.8 6.2, Wushishi 9.7 6.1, Lapai 9.0 6.6, Agaie 9.0 6.3, Kagara 10.2 6.3,
New Bussa 9.9 4.5, Rijau 11.1 5.3, Tegina 10.1 6.2, Kuta 9.9 6.7, Ota 6.7 3.2, Sango Ota 6.7 3.2, Ilaro 6.9 3.0,
Ifo 6.8 3.2, Ago Iwoye 6.9 3.9, Ijebu Igbo 7.0 4.0, Ikenne 6.9 3.7, Ayetoro 7.2 3.0, Mowe 6.8 3.4, Ikare 7.5 5.8,
Okitipupa 6.5 4.8, Ore 6.7 4.9, Idanre 7.1 5.1, Igbokoda 6.3 4.8, Ikirun 7.9 4.7, Ede 7.7 4.4, Iwo 7.6 4.2,
Ejigbo 7.9 4.3, Ila 8.0 4.9, Ikire 7.4 4.2, Iragbiji 7.9 4.7, Iseyin 8.0 3.6, Saki 8.7 3.4, Shaki 8.7 3.4,
Igboho 8.8 3.8, Kishi 9.1 3.9, Eruwa 7.5 3.4, Igbo Ora 7.4 3.3, Fiditi 7.7 3.9, Okeho 8.0 3.3, Shendam 8.9 9.5,
Langtang 9.1 9.8, Barkin Ladi 9.5 8.9, Mangu 9.5 9.1, Wase 9.1 10.0, Ahoada 5.1 6.6, Bonny 4.4 7.2, Bori 4.7 7.4,
Omoku 5.3 6.7, Degema 4.8 6.8, Okrika 4.7 7.1, Tambuwal 12.4 4.6, Gwadabawa 13.4 5.2, Illela 13.7 5.3,
Wurno 13.3 5.4, Bodinga 12.9 5.2, Takum 7.3 10.0, Bali 7.9 11.0, Gembu 6.7 11.3, Zing 9.0 11.7, Serti 7.5 11.4,
Ibi 8.2 9.7, Gashua 12.9 11.0, Nguru 12.9 10.5, Geidam 12.9 11.9, Buni Yadi 11.3 12.0, Gujba 11.5 11.9,
Kaura Namoda 12.6 6.6, Talata Mafara 12.6 6.1, Anka 12.1 5.9, Tsafe 11.9 6.9, Shinkafi 13.1 6.5, Maru 12.3 6.4,
Cotonou 6.4 2.4, Seme 6.4 2.7, Lome 6.1 1.2, Accra 5.6 -0.2, Maradi 13.5 7.1, Niamey 13.5 2.1, Douala 4.1 9.7,
Ndjamena 12.1 15.0`

/** A town without a bus. */
export interface Town {
  name: string
  latitude: number
  longitude: number
}

export const towns: readonly Town[] = written.split(',').map((line) => {
  const words = line.trim().split(' ')
  const [latitude = 0, longitude = 0] = words.slice(-2).map(Number)
  return { name: words.slice(0, -2).join(' '), latitude, longitude }
})
