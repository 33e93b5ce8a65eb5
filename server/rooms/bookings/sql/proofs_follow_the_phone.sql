-- A proof was of the contact's phone: with another phone, or none, it proves nothing any more.
create or replace function proofs_follow_the_phone() returns trigger language plpgsql as $$
begin
  delete from booking_proof where booking_id = new.id;
  delete from booking_code where booking_id = new.id;
  return null;
end $$;
