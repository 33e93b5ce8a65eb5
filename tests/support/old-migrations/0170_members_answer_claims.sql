-- What keys decide about claims, listings and licences, members may as well.
alter table parcel_claim
  -- Who of its operator's desk answered or last recommended it, and who of ours answered it.
  add column member_id uuid references member,
  add column staff_member_id uuid references member,
  add constraint operator_answers_once check (num_nonnulls(key_id, member_id) <= 1),
  drop constraint staff_answer_with_a_key,
  add constraint staff_answer_by_somebody check (
    num_nonnulls(staff_key_id, staff_member_id) = case when answered_by = 'staff' then 1 else 0 end);
create index parcel_claim_member on parcel_claim (member_id) where member_id is not null;
create index parcel_claim_staff_member on parcel_claim (staff_member_id) where staff_member_id is not null;

alter table business
  add column decided_by_member uuid references member,
  add constraint decided_by_one check (num_nonnulls(decided_by, decided_by_member) <= 1);
create index business_decided_by_member on business (decided_by_member) where decided_by_member is not null;

alter table operator_licence
  add column member_id uuid references member,
  add constraint seen_by_one check (num_nonnulls(key_id, member_id) <= 1);
create index operator_licence_member on operator_licence (member_id) where member_id is not null;
