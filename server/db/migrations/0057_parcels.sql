-- When we stopped planning a paid parcel for a next bus, since its sender did not hand it in.
alter table parcel add column hand_in_ended_at timestamptz;
