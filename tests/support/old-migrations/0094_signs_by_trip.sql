create index trip_sign_trip on trip_sign (trip_id);
create index kin_text_trip on kin_text (trip_id);
