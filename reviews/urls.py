"""Addresses of `reviews`."""

from django.urls import path

from reviews import apart_views, beside_views, bulk_views, drawing_views, progress_views, views

app_name = "reviews"
urlpatterns = [
    path("", views.index, name="index"),
    path("next/", views.following, name="next"),
    path("views/keep/", views.keep, name="keep"),
    path("views/<int:pk>/forget/", views.forget, name="forget"),
    path("agreement/", apart_views.agreement, name="agreement"),
    path("sets/<int:pk>/", apart_views.setting, name="setting"),
    path("runs/<int:pk>/random-check/", drawing_views.random_check, name="random_check"),
    path("attention/", views.attention, name="attention"),
    path("progress/", progress_views.progress_page, name="progress"),
    path("progress/<int:pk>/", progress_views.progress_of_set, name="progress_of_set"),
    path("decided/", bulk_views.decided_list, name="decided"),
    path("bulk/", bulk_views.bulk, name="bulk"),
    path("bulk/decided/", bulk_views.bulk_decided, name="bulk_decided"),
    path("bulk/<int:pk>/", bulk_views.bulk_outcome, name="bulk_outcome"),
    path("<int:pk>/", views.item, name="item"),
    path("<int:pk>/history/", beside_views.history, name="history"),
    path("<int:pk>/comments/", beside_views.comments, name="comments"),
    path("<int:pk>/hold/", views.hold, name="hold"),
    path("<int:pk>/decide/", views.decide, name="decide"),
    path("<int:pk>/reveal/", views.reveal, name="reveal"),
    path("<int:pk>/withdraw/", views.withdraw, name="withdraw"),
    path("<int:pk>/dispute/", views.dispute, name="dispute"),
]
