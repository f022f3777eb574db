TObject T {instance boolean used=false;}
Event on_reachedOnce(Object o){
        if(o.used&&age(o)>3)amplify(o);
else deamplify(o);
o.used=true;
}
