//! Sources of other languages than core GL's: below 1.40 with built-ins of the compatibility profile, and of OpenGL ES.

use super::Case;
use pipe_types::archive::Stage::{Fragment, Vertex};

pub(super) fn cases() -> Vec<Case> {
    vec![
        Case::new("compat_attributes", &[
            (Vertex, "attribute vec4 p; varying vec4 v;\nvoid main(){ v=gl_Vertex+vec4(gl_Normal,gl_FogCoord)+gl_Color+gl_SecondaryColor+gl_MultiTexCoord0+gl_MultiTexCoord7; gl_Position=p; }"),
            (Fragment, "varying vec4 v; void main(){ gl_FragColor=v; }"),
        ]),
        Case::new("compat_attributes_dead", &[
            (Vertex, "#version 120\nattribute vec4 p; void main(){ gl_TexCoord[1]=gl_MultiTexCoord1; vec4 unused=gl_Normal.xyzz; gl_Position=p; }"),
            (Fragment, "#version 120\nvoid main(){ gl_FragColor=gl_TexCoord[1]; }"),
        ]),
        Case::new("compat_uniforms", &[
            (Vertex, "#version 120\nattribute vec4 p; varying vec4 v; uniform vec4 u;\nvoid main(){ v=gl_ModelViewMatrix*gl_ProjectionMatrix*u+vec4(gl_NormalMatrix*p.xyz,gl_NormalScale)+gl_TextureMatrix[2]*p+gl_ClipPlane[1]; gl_Position=ftransform(\n)+p; }"),
            (Fragment, "#version 120\nvarying vec4 v; void main(){ gl_FragColor=gl_ModelViewMatrix*v+gl_TextureEnvColor[3]*float(gl_MaxTextureUnits); }"),
        ]),
        Case::new("compat_varyings", &[
            (Vertex, "#version 130\nin vec4 p; out vec4 gl_TexCoord[2];\nvoid main(){ gl_TexCoord[0]=p; gl_TexCoord[1].xy=p.zw; gl_FrontColor=p; gl_BackColor=p; gl_FrontSecondaryColor=p; gl_FogFragCoord=p.x; gl_ClipVertex=p; gl_Position=p; }"),
            (Fragment, "#version 130\nvoid main(){ gl_FragColor=gl_TexCoord[0]+gl_TexCoord[1].xyxy+gl_Color+gl_SecondaryColor+gl_FogFragCoord; }"),
        ]),
        Case::new("compat_varyings_redeclared", &[
            (Vertex, "#version 130\nin vec4 p; flat out vec4 gl_FrontColor; void main(){ gl_FrontColor=p; gl_TexCoord[5]=p; gl_Position=p; }"),
            (Fragment, "#version 130\nflat in vec4 gl_Color; in vec4 gl_TexCoord[6]; uniform int i; void main(){ gl_FragColor=gl_TexCoord[i]+gl_Color; }"),
        ]),
        Case::new("compat_varyings_apart", &[
            (Vertex, "#version 120\nattribute vec4 p; void main(){ gl_BackSecondaryColor=p; gl_Position=p; }"),
            (Fragment, "#version 120\nvoid main(){ gl_FragColor=gl_TexCoord[1]+gl_Color; }"),
        ]),
        Case::new("compat_captured", &[
            (Vertex, "#version 120\nattribute vec4 p; void main(){ gl_FrontColor=p; gl_FogFragCoord=p.x; gl_Position=p; }"),
            (Fragment, "#version 120\nvoid main(){ gl_FragColor=vec4(1); }"),
        ])
        .with(|o| o.xfb_varyings = vec!["gl_FrontColor".into(), "gl_FogFragCoord".into()]),
        Case::new("es_100", &[
            (Vertex, "#version 100\nattribute vec4 p; uniform mediump mat4 texture; varying highp vec2 v;\nvoid main(){ v=p.xy; gl_Position=texture*p; gl_PointSize=1.0; }"),
            (Fragment, "#version 100\n#extension GL_OES_standard_derivatives : enable\nprecision mediump float;\nuniform sampler2D s; uniform samplerCube c; varying highp vec2 v;\n#ifdef GL_ES\nvoid main(){ gl_FragColor=texture2D(s,v)+textureCube(c,vec3(v,1.0))+texture2DProj(s,vec3(v,2.0)); }\n#endif"),
        ]),
        Case::new("es_100_loops", &[
            (Vertex, "#version 100\nattribute vec4 p; uniform int n; uniform vec4 list[4];\nvoid main(){ int i=0; vec4 x=p; while (i<n) { x+=list[i]; i++; } for (int j=n; j>0; j=j/2) x.x+=x[j]; gl_Position=x; }"),
            (Fragment, "#version 100\nvoid main(){ gl_FragData[0]=vec4(1); }"),
        ]),
        Case::new("es_300", &[
            (Vertex, "#version 300 es\nlayout(location=2) in vec4 p; layout(std140) uniform B { vec4 a; mat3 m; }; flat out uint n; out vec2 v;\nvoid main(){ n=packHalf2x16(p.xy); v=p.zw; gl_Position=p+a+vec4(m[1],gl_VertexID); }"),
            (Fragment, "#version 300 es\nprecision highp float; precision highp int; flat in uint n; in vec2 v; uniform highp isampler2D s;\nlayout(location=1) out vec4 o; layout(location=0) out ivec4 i;\nvoid main(){ o=vec4(unpackHalf2x16(n),v); i=texelFetch(s,ivec2(v),0); }"),
        ]),
        Case::new("blocks_of_120", &[
            (Vertex, "#version 120\n#extension GL_ARB_uniform_buffer_object : require\nattribute vec4 p; layout(std140) uniform B { vec4 a; mat3 m; float f[2]; };\nvoid main(){ gl_Position=p+a+vec4(m[0],f[1]); }"),
            (Fragment, "#version 120\nuniform vec4 layout; void main(){ gl_FragColor=layout; }"),
        ]),
    ]
}
