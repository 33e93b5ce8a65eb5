-- What a key answered or decided, a member may as well.
alter table review_decision
  alter column staff_key_id drop not null,
  add column member_id uuid references member,
  add constraint decided_by_somebody check (num_nonnulls(staff_key_id, member_id) = 1);
create index review_decision_member on review_decision (member_id) where member_id is not null;
alter table review
  add column answer_member_id uuid references member,
  drop constraint answered_once,
  add constraint answered_once check (
    num_nonnulls(answer, answered_at) in (0, 2)
    and num_nonnulls(answer_key_id, answer_member_id) = num_nonnulls(answer));
create index review_answer_member on review (answer_member_id) where answer_member_id is not null;
