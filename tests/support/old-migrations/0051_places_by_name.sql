-- Places are found by the beginnings of words of their names, however they are written.
create index city_words on city using gin (to_tsvector('simple', plain(name)));
create index motor_park_words on motor_park using gin (to_tsvector('simple', plain(name)));
