use super::Case;
use pipe_types::archive::Stage::{Compute, Fragment, Geometry, TessControl, TessEvaluation, Vertex};

/// A vertex shader that passes a position on as `vec2 v`.
const VS: &str = "#version 150\nin vec4 p; out vec2 v; void main(){ v=p.xy; gl_Position=p; }\n";

/// A fragment shader over [`VS`]'s varying.
fn fs(name: &'static str, text: &'static str) -> Case {
    Case::new(name, &[(Vertex, VS), (Fragment, text)])
}

pub(super) fn cases() -> Vec<Case> {
    let mut list = uniforms();
    list.extend(blocks());
    list.extend(samplers());
    list.extend(interfaces());
    list.extend(language());
    list.extend(dead());
    list.extend(later());
    list.extend(super::compat::cases());
    list
}

fn uniforms() -> Vec<Case> {
    vec![
        fs("uniform_types", "#version 330
in vec2 v; out vec4 o;
uniform float f1; uniform vec2 f2; uniform vec3 f3; uniform vec4 f4;
uniform int i1; uniform ivec2 i2; uniform ivec3 i3; uniform ivec4 i4;
uniform uint u1; uniform uvec2 u2; uniform uvec3 u3; uniform uvec4 u4;
uniform bool b1; uniform bvec2 b2; uniform bvec3 b3; uniform bvec4 b4;
uniform mat2 m2; uniform mat3 m3; uniform mat4 m4;
uniform mat2x3 m23; uniform mat2x4 m24; uniform mat3x2 m32; uniform mat3x4 m34; uniform mat4x2 m42; uniform mat4x3 m43;
uniform float a1[3]; uniform mat3 a3[2]; uniform bvec2 ab[4];
void main(){
 o = f4 + vec4(f3,f1) + vec4(f2,v) + vec4(i4) + vec4(i3,i1) + vec4(i2,u2) + vec4(u4) + vec4(u3,u1);
 if (b1 && b2.x && b3.y && b4.z) o += 1.0;
 o.xy += m2*v; o.xyz += m3*f3; o += m4*f4; o.xyz += m23*v; o += m24*v; o.xy += m32*f3; o += m34*f3; o.xy += m42*f4; o.xyz += m43*f4;
 for (int i=0;i<3;i++) o.x += a1[i];
 o.xyz += a3[i1]*f3; if (ab[i1].x) o.y += 1.0;
}"),
        fs("uniform_structs", "#version 330
struct Light { vec3 dir; float k; }; struct Deep { Light l[2]; mat2 m; };
uniform Light one; uniform Light many[3]; uniform Deep deep; uniform Deep deeps[2];
in vec2 v; out vec4 o; uniform int i;
void main(){ o = vec4(one.dir,one.k) + vec4(many[i].dir,many[i].k);
 o.xyz += deep.l[i].dir*deep.l[1].k + deeps[i].l[i].dir*deeps[1].l[i].k; o.xy += deep.m*v + deeps[i].m*v; }"),
        fs("uniform_struct_partly_used", "#version 330
struct Light { vec3 dir; float k; float unused; }; uniform Light l[4]; uniform Light s;
in vec2 v; out vec4 o; void main(){ o = vec4(l[1].dir, l[0].k) + vec4(s.k); }"),
        fs("uniform_array_trimmed", "#version 330
uniform vec4 a[5]; uniform vec4 unused; uniform float whole[3]; in vec2 v; out vec4 o;
float sum(float x[3]) { return x[0] + x[1] + x[2]; }
void main(){ o = a[2] + vec4(sum(whole)); }"),
        Case::new("uniform_shared_between_stages", &[
            (Vertex, "#version 330\nin vec4 p; uniform mat4 m; uniform vec4 both; uniform float onlyv; out vec2 v; void main(){ v=p.xy*onlyv; gl_Position=m*p+both; }"),
            (Fragment, "#version 330\nin vec2 v; uniform vec4 onlyf; uniform vec4 both; out vec4 o; void main(){ o=onlyf+both+vec4(v,0,0); }"),
        ]),
        fs("uniform_initialisers", "#version 330
uniform vec4 tint = vec4(0.25,0.5,0.75,1.0); uniform int n = -7; uniform bool b = true; uniform mat2 m = mat2(1,2,3,4);
uniform float a[3] = float[3](1.0,2.0,3.0); struct S { vec2 x; int y; }; uniform S s = S(vec2(5,6), 9);
in vec2 v; out vec4 o; uniform int i;
void main(){ o = tint*float(n) + vec4(b?1.0:0.0) + vec4(m*v, a[i], s.x.x + float(s.y)); }"),
        fs("uniform_unused_function", "#version 330
uniform vec4 dead; uniform vec4 live; in vec2 v; out vec4 o; vec4 f() { return dead; } void main(){ o = live; }"),
        fs("uniform_reserved_names", "#version 150
in vec2 v; uniform vec4 buffer; uniform float sample; uniform vec4 a__b; uniform sampler2D samp; uniform vec3 precise; out vec4 coherent;
void main(){ coherent=buffer*sample+a__b+texture(samp,v)+vec4(precise,1); }"),
        fs("uniform_in_a_struct_with_sampler", "#version 330
struct M { vec4 c; sampler2D t; }; uniform M m; uniform M ms[2]; in vec2 v; out vec4 o;
void main(){ o = m.c*texture(m.t,v) + ms[1].c*texture(ms[1].t,v) + ms[0].c*texture(ms[0].t,v); }"),
    ]
}

fn blocks() -> Vec<Case> {
    vec![
        Case::new("block_std140", &[
            (Vertex, "#version 330\nlayout(std140) uniform Camera { mat4 view; mat4 proj; vec3 eye; float t; mat3x4 arr[2]; mat2 m2; float f[3]; } cam;
in vec4 p; out vec2 v; void main(){ v=p.xy; gl_Position=cam.proj*cam.view*p + vec4(cam.eye,cam.t); }"),
            (Fragment, "#version 330\nlayout(std140) uniform Camera { mat4 view; mat4 proj; vec3 eye; float t; mat3x4 arr[2]; mat2 m2; float f[3]; } cam;
layout(std140) uniform Extra { vec4 e0; bool flag; bvec3 flags[2]; ivec2 i2; uvec3 u3; };
in vec2 v; out vec4 o; void main(){ o=vec4(cam.eye,1)+e0; if (flag && flags[1].x) o += vec4(i2,u3.xy); }"),
        ]),
        fs("block_row_major_plain", "#version 330
layout(std140,row_major) uniform R { mat4 a; mat3 b; layout(column_major) mat2x3 c; mat4x2 d[2]; };
in vec2 v; out vec4 o; void main(){ o = a*vec4(v,0,1) + vec4(b*vec3(v,1),1) + vec4(c*v,1) + vec4(d[1]*vec4(1),0,0); }"),
        fs("block_shared", "#version 330
layout(shared) uniform S { vec3 a; float b; mat3 c; float unused; }; uniform T { float x; vec4 y[2]; } t;
in vec2 v; out vec4 o; void main(){ o = vec4(a,b) + vec4(c*a,1) + vec4(t.x) + t.y[1]; }"),
        fs("block_unused", "#version 330
layout(std140) uniform U { vec4 a; float b[2]; } u; in vec2 v; out vec4 o; void main(){ o = vec4(v,0,1); }"),
        fs("block_array", "#version 330
layout(std140) uniform Blk { vec4 v; mat4 m[2]; } blk[3]; in vec2 v; out vec4 o;
void main(){ o = blk[0].v + blk[1].m[1]*vec4(v,0,1) + blk[2].v; }"),
        fs("block_structs", "#version 330
struct L { vec3 pos; float r; mat3 m; bool on; }; layout(std140) uniform Lights { L l[3]; int n; L single; }; uniform L plain;
in vec2 v; out vec4 o; void main(){ L x = l[n]; o = vec4(x.m*x.pos, x.r) + vec4(single.pos, plain.r) + vec4(plain.m*plain.pos, 1); if (x.on && plain.on) o.x = 1.0; }"),
    ]
}

fn samplers() -> Vec<Case> {
    vec![
        fs("samplers_float", "#version 330
uniform sampler2D s2; uniform sampler3D s3; uniform samplerCube sc; uniform sampler2DArray s2a; uniform sampler2DMS ms; uniform sampler2DMSArray msa;
uniform sampler2D arr[4]; in vec2 v; out vec4 o;
void main(){ o = texture(s2,v)+texture(s3,vec3(v,0))+texture(sc,vec3(v,1))+texture(s2a,vec3(v,1))+texelFetch(ms,ivec2(v),2)+texelFetch(msa,ivec3(v,0),1)
 +texture(arr[0],v)+texture(arr[1],v)+texture(arr[2],v)+texture(arr[3],v)+vec4(textureSize(s2,0),textureSize(ms)); }"),
        fs("samplers_shadow", "#version 330
uniform sampler2DShadow s2; uniform samplerCubeShadow sc; uniform sampler2DArrayShadow sa; in vec2 v; out vec4 o;
void main(){ o = vec4(texture(s2,vec3(v,0.5)) + texture(sc,vec4(v,1,0.5)) + texture(sa,vec4(v,0,0.5)) + textureProj(s2,vec4(v,0.5,1)) + textureLod(s2,vec3(v,0.5),0.0)
 + textureGrad(s2,vec3(v,0.5),v,v) + textureOffset(s2,vec3(v,0.5),ivec2(1)) + textureGrad(sa,vec4(v,0,0.5),v,v)); }"),
        fs("samplers_integer", "#version 330
uniform isampler2D a; uniform usampler2D b; uniform isampler3D c; uniform usamplerCube d; uniform isampler2DArray e; uniform usampler2DArray f; uniform isampler2DMS g; uniform usampler3D h; uniform isamplerCube k;
in vec2 v; out vec4 o; void main(){ o = vec4(texture(a,v))+vec4(texture(b,v))+vec4(texture(c,vec3(v,0)))+vec4(texture(d,vec3(v,1)))+vec4(texture(e,vec3(v,1)))+vec4(texture(f,vec3(v,1)))
 +vec4(texelFetch(g,ivec2(v),0))+vec4(texture(h,vec3(v,1)))+vec4(texture(k,vec3(v,1))); }"),
        fs("samplers_1d", "#version 330
uniform sampler1D s1; uniform sampler1DArray s1a; uniform isampler1D i1; uniform usampler1DArray u1; in vec2 v; out vec4 o;
void main(){ o=texture(s1,v.x)+textureLod(s1,v.x,1.0)+texelFetch(s1,3,0)+texture(s1a,v)+textureGrad(s1,v.x,0.1,0.2)+vec4(textureSize(s1,0))+vec4(textureSize(s1a,0),0,0)
 +textureOffset(s1,v.x,2)+textureLodOffset(s1,v.x,0.0,1)+textureProj(s1,v)+textureProj(s1,vec4(v,0,1))+textureGradOffset(s1,v.x,0.1,0.2,1)+texelFetchOffset(s1,3,0,1)
 +textureGrad(s1a,v,0.1,0.2)+vec4(texture(i1,v.x))+vec4(texture(u1,v))+texelFetch(s1a,ivec2(1,0),0)+textureOffset(s1a,v,1)+texture(s1,v.x,0.5); }"),
        fs("samplers_1d_shadow", "#version 330
uniform sampler1DShadow s; uniform sampler1DArrayShadow sa; in vec2 v; out vec4 o;
void main(){ o=vec4(texture(s,vec3(v.x,0.0,0.5))+texture(sa,vec3(v,0.5))+textureLod(s,vec3(v.x,0,0.5),0.0)+textureGrad(s,vec3(v.x,0,0.5),0.1,0.1)); }"),
        fs("samplers_rect", "#version 330
uniform sampler2DRect r; uniform isampler2DRect ri; uniform usampler2DRect ru; in vec2 v; out vec4 o;
void main(){ o=texture(r,v*100.0)+texelFetch(r,ivec2(1,2))+vec4(textureSize(r),0,0)+textureProj(r,vec3(v,1.0))+textureProj(r,vec4(v,0,1))+vec4(texture(ri,v))+vec4(texture(ru,v))
 +textureOffset(r,v,ivec2(1))+textureGrad(r,v,v,v)+texelFetchOffset(r,ivec2(1),ivec2(1)); }"),
        fs("samplers_rect_shadow", "#version 330
uniform sampler2DRectShadow r; in vec2 v; out vec4 o; void main(){ o=vec4(texture(r,vec3(v,0.5))+textureProj(r,vec4(v,0.5,1))); }"),
        fs("samplers_buffer", "#version 330
uniform samplerBuffer b; uniform usamplerBuffer ub; uniform isamplerBuffer ib; in vec2 v; out vec4 o;
void main(){ o=texelFetch(b,3)+vec4(texelFetch(ub,int(v.x)))+vec4(texelFetch(ib,1))+vec4(textureSize(b)); }"),
        fs("samplers_functions", "#version 330
uniform sampler2D s; in vec2 v; out vec4 o; vec4 get(sampler2D t, vec2 c) { return texture(t, c); }
void main(){ o=get(s,v)+textureProj(s,vec3(v,1))+textureLod(s,v,2.0)+textureOffset(s,v,ivec2(1,-1))+textureProjOffset(s,vec3(v,1),ivec2(1))+textureLodOffset(s,v,1.0,ivec2(1))
 +textureGrad(s,v,dFdx(v),dFdy(v))+textureGradOffset(s,v,v,v,ivec2(1))+textureProjGrad(s,vec3(v,1),v,v)+textureProjLod(s,vec3(v,1),1.0)+texture(s,v,0.5)+vec4(fwidth(v),0,0); }"),
    ]
}

fn interfaces() -> Vec<Case> {
    vec![
        Case::new("varyings_invariant", &[
            (Vertex, "#version 150\nin vec4 p; invariant out vec4 v; invariant gl_Position; void main(){ v=p; gl_Position=p; }"),
            (Fragment, "#version 150\ninvariant in vec4 v; out vec4 o; void main(){ o=v; }"),
        ]),
        Case::new("attributes_bound", &[
            (Vertex, "#version 150\nin vec4 pos; in mat4 inst; in vec2 uv; in ivec4 ii; in uint un; in float fa[2]; in vec4 unusedAttr; out vec2 v;
void main(){ v=uv*float(ii.x)*float(un)*fa[1]*fa[0]; gl_Position=inst*pos; }"),
            (Fragment, "#version 150\nin vec2 v; out vec4 o; void main(){ o=vec4(v,0,1); }"),
        ])
        .with(|o| {
            o.attrib_bindings.insert("pos".into(), 3);
            o.attrib_bindings.insert("inst".into(), 8);
        }),
        fs("outputs_bound", "#version 150\nin vec2 v; out vec4 a; out ivec4 b; out uvec2 c; void main(){ a=vec4(v,0,1); b=ivec4(1); c=uvec2(2u); }").with(|o| {
            o.frag_data_bindings.insert("a".into(), (2, 0));
            o.frag_data_bindings.insert("b".into(), (0, 0));
        }),
        fs("outputs_array", "#version 330\nin vec2 v; layout(location=1) out vec4 a[2]; layout(location=0) out vec4 z; void main(){ a[0]=vec4(v,0,1); a[1]=vec4(1); z=vec4(0); }"),
        fs("dual_source", "#version 330\nin vec2 v; layout(location=0,index=0) out vec4 a; layout(location=0,index=1) out vec4 b; void main(){ a=vec4(1); b=vec4(v,0,1); }"),
        fs("dual_source_bound", "#version 330\nin vec2 v; out vec4 a; out vec4 b; void main(){ a=vec4(1); b=vec4(v,0,1); }").with(|o| {
            o.frag_data_bindings.insert("a".into(), (0, 0));
            o.frag_data_bindings.insert("b".into(), (0, 1));
        }).not_native(),
        Case::new("varyings_qualified", &[
            (Vertex, "#version 330\nin vec4 p; flat out int id; noperspective out vec2 np; centroid out vec2 ce; out vec3 sm; flat out uvec2 u; out mat3 m; out float fa[3]; out vec4 unread;
void main(){ id=gl_VertexID+gl_InstanceID; np=p.xy; ce=p.xy; sm=p.xyz; u=uvec2(1u); m=mat3(p.x); fa[0]=p.x; fa[1]=p.y; fa[2]=p.z; unread=p; gl_Position=p; gl_PointSize=2.0; }"),
            (Fragment, "#version 330\nflat in int id; noperspective in vec2 np; centroid in vec2 ce; in vec3 sm; flat in uvec2 u; in mat3 m; in float fa[3]; out vec4 o;
void main(){ o=vec4(np,ce)+vec4(sm,float(id))+vec4(m[1],fa[2])+vec4(u,gl_PointCoord); if (gl_FrontFacing) o += gl_FragCoord; gl_FragDepth=0.5; }"),
        ]),
        Case::new("varyings_block", &[
            (Vertex, "#version 330\nin vec4 p; out VS_OUT { vec2 uv; vec3 w; flat int sample_; } vs_out; void main(){ vs_out.uv=p.xy; vs_out.w=p.xyz; vs_out.sample_=3; gl_Position=p; }"),
            (Fragment, "#version 330\nin VS_OUT { vec2 uv; vec3 w; flat int sample_; } fs_in; out vec4 o; void main(){ o=vec4(fs_in.uv,fs_in.w.z,float(fs_in.sample_)); }"),
        ]),
        Case::new("varyings_struct", &[
            (Vertex, "#version 330\nstruct T { vec2 a; float b; }; in vec4 p; out T st; void main(){ st=T(p.xy,p.z); gl_Position=p; }"),
            (Fragment, "#version 330\nstruct T { vec2 a; float b; }; in T st; out vec4 o; void main(){ o=vec4(st.a,st.b,1); }"),
        ]),
        Case::new("varyings_order_differs", &[
            (Vertex, "#version 150\nin vec4 p; out vec4 z1; out vec2 v; out vec3 a0; void main(){ z1=p; v=p.xy; a0=p.xyz; gl_Position=p; }"),
            (Fragment, "#version 150\nin vec3 a0; in vec2 v; in vec4 declaredOnly; out vec4 o; void main(){ o=vec4(a0,v.x); }"),
        ]),
        Case::new("clip_distance", &[
            (Vertex, "#version 330\nin vec4 p; out float gl_ClipDistance[2]; uniform vec4 plane; void main(){ gl_Position=p; gl_ClipDistance[0]=dot(p,plane); gl_ClipDistance[1]=1.0; }"),
            (Fragment, "#version 330\nout vec4 o; void main(){ o=vec4(1); }"),
        ]),
        Case::new("geometry", &[
            (Vertex, "#version 150\nin vec3 pos; out vec3 vp; void main(){ vp=pos; gl_Position=vec4(pos,1); }"),
            (Geometry, "#version 150\nlayout(triangles) in; layout(triangle_strip, max_vertices=18) out; in vec3 vp[]; out vec3 gp; uniform mat4 vps[6];
void main(){ for(int f=0;f<6;f++){ gl_Layer=f; for(int i=0;i<3;i++){ gp=vp[i]; gl_PrimitiveID=gl_PrimitiveIDIn; gl_Position=vps[f]*gl_in[i].gl_Position; EmitVertex(); } EndPrimitive(); } }"),
            (Fragment, "#version 150\nin vec3 gp; out vec4 o; void main(){ o=vec4(gp,float(gl_PrimitiveID)); }"),
        ]),
        Case::new("geometry_block", &[
            (Vertex, "#version 330\nin vec3 pos; out Data { vec3 a; vec2 b; } d; void main(){ d.a=pos; d.b=pos.xy; gl_Position=vec4(pos,1); }"),
            (Geometry, "#version 330\nlayout(points) in; layout(line_strip, max_vertices=2) out; in Data { vec3 a; vec2 b; } d[]; out Data { vec3 a; vec2 b; } g;
void main(){ g.a=d[0].a; g.b=d[0].b; gl_Position=gl_in[0].gl_Position; EmitVertex(); g.a=d[0].a; g.b=d[0].b; gl_Position=gl_in[0].gl_Position+vec4(1); EmitVertex(); EndPrimitive(); }"),
            (Fragment, "#version 330\nin Data { vec3 a; vec2 b; } d; out vec4 o; void main(){ o=vec4(d.a,d.b.x); }"),
        ]),
        Case::new("xfb_interleaved", &[
            (Vertex, "#version 330\nin vec4 p; out vec4 outA; out vec2 v; out Blk { vec3 b; float c; } blk; out float arr[3]; out mat2 m; out vec3 onlyCaptured;
void main(){ outA=p; v=p.xy; blk.b=p.xyz; blk.c=1.0; arr[0]=p.x; arr[1]=p.y; arr[2]=p.z; m=mat2(p.x); onlyCaptured=p.xyz; gl_Position=p; gl_PointSize=3.0; }"),
            (Fragment, "#version 330\nin vec2 v; out vec4 o; void main(){ o=vec4(v,0,1); }"),
        ])
        .with(|o| o.xfb_varyings = ["outA", "gl_Position", "Blk.b", "arr", "m", "onlyCaptured", "v", "gl_PointSize"].map(String::from).to_vec()),
        Case::new("xfb_separate", &[
            (Vertex, "#version 330\nin vec4 p; out vec4 outA; flat out int n; out float arr[3]; void main(){ outA=p; n=gl_VertexID; arr[0]=p.x; arr[1]=p.y; arr[2]=p.z; gl_Position=p; }"),
            (Fragment, "#version 330\nout vec4 o; void main(){ o=vec4(0); }"),
        ])
        .with(|o| {
            o.xfb_separate = true;
            o.xfb_varyings = ["outA", "n", "arr[1]"].map(String::from).to_vec();
        }),
        Case::new("xfb_without_fragment_shader", &[(Vertex, "#version 330\nin vec4 p; out vec4 r; void main(){ r=p*2.0; }")])
            .with(|o| o.xfb_varyings = vec!["r".into()]),
        Case::new("xfb_geometry", &[
            (Vertex, "#version 330\nin vec4 p; void main(){ gl_Position=p; }"),
            (Geometry, "#version 330\nlayout(points) in; layout(points, max_vertices=1) out; out vec4 g; void main(){ g=gl_in[0].gl_Position; gl_Position=g; EmitVertex(); }"),
            (Fragment, "#version 330\nout vec4 o; void main(){ o=vec4(0); }"),
        ])
        .with(|o| o.xfb_varyings = vec!["g".into()]),
    ]
}

fn language() -> Vec<Case> {
    vec![
        Case::new("v110", &[
            (Vertex, "attribute vec4 pos; attribute vec2 uv; varying vec2 v; uniform mat4 m;\nvoid main(){ v=uv; gl_Position=m*pos; }"),
            (Fragment, "#version 110\nvarying vec2 v; uniform sampler2D texture; void main(){ gl_FragColor = texture2D(texture, v); }"),
        ]),
        Case::new("v120_shadow", &[
            (Vertex, "#version 120\nattribute vec4 pos; varying vec3 v; void main(){ v=pos.xyz; gl_Position=pos; }"),
            (Fragment, "#version 120\nvarying vec3 v; uniform sampler2DShadow s; uniform samplerCube c; uniform sampler3D t; uniform float flat;
void main(){ gl_FragData[0] = shadow2D(s, v) + textureCube(c, v); gl_FragData[1] = texture3D(t, v)*flat; }"),
        ]),
        Case::new("v130", &[
            (Vertex, "#version 130\nin vec4 pos; in vec2 uv; out vec2 v; uniform mat4 m; void main(){ v=uv; gl_Position=m*pos; }"),
            (Fragment, "#version 130\nin vec2 v; uniform sampler2D t; uniform vec4 c; void main(){ gl_FragColor = texture2D(t, v)*c; }"),
        ]),
        Case::new("v140_ifdef", &[
            (Vertex, "#version 140\n#if __VERSION__ != 140\n#error version\n#endif\nin vec4 pos; out vec2 v; void main(){ v=pos.xy; gl_Position=pos; }"),
            (Fragment, "#version 140\nin vec2 v; out vec4 o; void main(){ o=vec4(v,0,1); }"),
        ]),
        fs("control_flow", "#version 330
in vec2 v; out vec4 o; uniform int n; uniform float f;
const float weights[4] = float[4](0.1,0.2,0.3,0.4); vec4 acc = vec4(0.0);
void bump(inout float x, out float y, in float z) { x += z; y = x*2.0; }
float pick(int i) { switch (i) { case 0: return 1.0; case 1: case 2: return f; default: break; } return -1.0; }
void main(){ float a = 0.0, b; for (int i=0;i<n;i++) { if (i==3) continue; if (i>50) break; acc += vec4(weights[i&3]); bump(a,b,f); acc.x += b; }
 int k = 0; while (k < n) { k++; if (v.x > 0.5) discard; } do { k--; } while (k > 0);
 acc.y += pick(n); float loc[5]; for (int i=0;i<5;i++) loc[i]=float(i)*f; acc.z += loc[n%5]; o = acc; }"),
        fs("big_loop", "#version 330
in vec2 v; out vec4 o; uniform vec4 k[64]; void main(){ vec4 s=vec4(0); for(int y=0;y<64;y++) for(int x=0;x<64;x++) s += k[(x*y)&63]*float(x^y); o=s; }"),
        fs("depth_range", "#version 330
in vec2 v; out vec4 o; void main(){ o=vec4(gl_DepthRange.near,gl_DepthRange.far,gl_DepthRange.diff,1); }"),
        fs("global_initialiser_from_uniform", "#version 330
in vec2 v; out vec4 o; uniform vec4 u; vec4 g = u*2.0; void main(){ o=g; }"),
        Case::new("two_fragment_shaders", &[
            (Vertex, VS),
            (Fragment, "#version 150\nvec4 f(vec2 x); in vec2 v; out vec4 o; void main(){ o=f(v); }"),
            (Fragment, "#version 150\nuniform vec4 tint; vec4 f(vec2 x) { return tint*x.x; }"),
        ]),
        fs("builtins", "#version 330
in vec2 v; out vec4 o; uniform mat3 m; uniform uint u; void main(){ o=vec4(inverse(m)*vec3(v,1),determinant(m)); o+=transpose(m)[0].xyzz+outerProduct(v.xyx,v.xyx)[1].xyzz;
 o.x+=mod(v.x,2.0)+atan(v.x,v.y)+roundEven(v.x)+trunc(v.y)+smoothstep(0.0,1.0,v.x)+float(isnan(v.x))+sinh(v.x)+acosh(2.0+v.y); o.y+=uintBitsToFloat(floatBitsToUint(v.x)^u); float i; o.z+=modf(v.x,i)+i+dot(reflect(v,v),refract(v,v,0.5)); }"),
    ]
}

fn dead() -> Vec<Case> {
    vec![
        Case::new(
            "dead_unread_varying",
            &[
                (
                    Vertex,
                    "#version 330\nin vec4 p; in vec4 q; uniform vec4 u; out vec4 unread; out vec2 v; void main(){ unread=u*q; v=p.xy; gl_Position=p; }",
                ),
                (
                    Fragment,
                    "#version 330\nin vec2 v; in vec4 unread; uniform vec4 f; out vec4 o; void main(){ vec4 t = unread*f; o=vec4(v,0,1); }",
                ),
            ],
        ),
        fs(
            "dead_local",
            "#version 330\nin vec2 v; uniform vec4 u; uniform vec4 k; out vec4 o; float f(vec4 x) { vec4 y = x*2.0; return y.x; } void main(){ vec4 t = u; float z = f(t); vec4 s = k; o=s; }",
        ),
        fs(
            "dead_branch",
            "#version 330\nin vec2 v; uniform vec4 u; out vec4 o; void main(){ o=vec4(v,0,1); if (false) o += u; }",
        ),
        fs(
            "dead_const_branch",
            "#version 330\nin vec2 v; uniform vec4 u; uniform vec4 w; out vec4 o; const bool C = false; void main(){ o = C ? u : vec4(v,0,1); if (C || !true) o += w; }",
        ),
        fs(
            "dead_private",
            "#version 330\nin vec2 v; uniform vec4 u; out vec4 o; vec4 g; void main(){ g = u; o=vec4(v,0,1); }",
        ),
        fs(
            "dead_output_overwritten_never",
            "#version 330\nin vec2 v; uniform vec4 u; out vec4 o; out vec4 declared; void main(){ o=u; }",
        ),
        fs(
            "live_through_inout",
            "#version 330\nin vec2 v; uniform float u; out vec4 o; void f(inout float x, out float y){ float i; y = modf(x, i) + i; x = u; } void main(){ float a = v.x, b; f(a,b); o=vec4(a,b,0,1); }",
        ),
        fs(
            "live_in_loop",
            "#version 330\nin vec2 v; uniform int n; uniform float k[4]; out vec4 o; void main(){ float s = 0.0, t = 1.0; for (int i=0;i<n;i++) { s += t; t *= k[i&3]; } o=vec4(s); }",
        ),
        fs(
            "live_discard",
            "#version 330\nin vec2 v; uniform float n; out vec4 o; bool f() { if (n > v.x) discard; return true; } void main(){ f(); o=vec4(1); }",
        ),
    ]
}

fn later() -> Vec<Case> {
    vec![
        Case::new("compute", &[(Compute, "#version 430
layout(local_size_x=8,local_size_y=8) in; layout(std430, binding=1) buffer Data { uint count; vec4 items[]; } data;
layout(rgba8, binding=0) uniform image2D img; layout(r32ui, binding=1) uniform uimage2D ctr; uniform float gain; uniform sampler2D src; shared vec4 tile[64];
void main(){ ivec2 p=ivec2(gl_GlobalInvocationID.xy); vec4 v=imageLoad(img,p); tile[gl_LocalInvocationIndex]=v; barrier(); memoryBarrierShared();
 v = tile[63u-gl_LocalInvocationIndex]; imageStore(img,p,v*gain+texelFetch(src,p,0)+data.items[0]); atomicAdd(data.count,1u); imageAtomicAdd(ctr,p,1u); }")]),
        Case::new("tessellation", &[
            (Vertex, "#version 400\nin vec3 pos; out vec3 cp; void main(){ cp=pos; gl_Position=vec4(pos,1); }"),
            (TessControl, "#version 400\nlayout(vertices=3) out; in vec3 cp[]; out vec3 ep[]; uniform float lvl; patch out vec4 pc;
void main(){ ep[gl_InvocationID]=cp[gl_InvocationID]; gl_out[gl_InvocationID].gl_Position=gl_in[gl_InvocationID].gl_Position; gl_TessLevelOuter[0]=lvl; gl_TessLevelOuter[1]=lvl; gl_TessLevelOuter[2]=lvl; gl_TessLevelInner[0]=lvl; pc=vec4(1); }"),
            (TessEvaluation, "#version 400\nlayout(triangles, equal_spacing, ccw) in; in vec3 ep[]; uniform mat4 mvp; patch in vec4 pc; out vec4 col;
void main(){ vec3 p=gl_TessCoord.x*ep[0]+gl_TessCoord.y*ep[1]+gl_TessCoord.z*ep[2]; col=pc; gl_Position=mvp*vec4(p,1)+gl_in[0].gl_Position*0.0; }"),
            (Fragment, "#version 400\nin vec4 col; out vec4 o; void main(){ o=col; }"),
        ]),
        fs("explicit_locations", "#version 430
in vec2 v; layout(location=2) uniform vec4 c; layout(binding=3) uniform sampler2D t[2]; layout(std140,binding=4) uniform B{vec4 q;}; layout(location=0) out vec4 o; uniform float fill; layout(location=0) uniform mat2 m;
void main(){ o=c*texture(t[0],v)+texture(t[1],v)+q+vec4(fill)+vec4(m*v,0,0); }"),
        fs("cube_arrays", "#version 400
in vec2 v; uniform samplerCubeArray ca; uniform samplerCubeArrayShadow cas; out vec4 o; void main(){ o=texture(ca,vec4(v,1,0))+vec4(texture(cas,vec4(v,1,0),0.5))+textureGather(ca,vec4(v,1,0)); }"),
        fs("gather", "#version 400
in vec2 v; uniform sampler2D t; out vec4 o; void main(){ o=textureGather(t,v,2)+textureGatherOffset(t,v,ivec2(1)); }"),
        fs("atomic_counter", "#version 420
in vec2 v; layout(binding=0, offset=4) uniform atomic_uint ac; out vec4 o; void main(){ o=vec4(atomicCounterIncrement(ac)); }"),
        fs("arrays_of_arrays", "#version 430
in vec2 v; uniform vec4 a[3][2]; uniform int i; out vec4 o; void main(){ o=a[i][1]+a[2][i]; }"),
    ]
}
